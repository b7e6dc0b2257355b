/// One value of a source, as the manual describes it.
///
/// A test reads each under each of its names and checks that it has an effect.
package struct InputField {
  /// Its spellings in the source; all mean the same.
  let names: [String]
  /// Empty for a value without a unit.
  let unit: String
  /// What happens without it.
  let absent: String
  /// A value in the source's spelling that differs from the default.
  let example: String

  init(_ names: [String], _ unit: String = "", absent: String = "unknown", example: String) {
    self.names = names
    self.unit = unit
    self.absent = absent
    self.example = example
  }

  /// A row of the manual's table.
  package var row: String {
    "| \(names.map { "`\($0)`" }.joined(separator: " ")) | \(unit) | \(absent) |"
  }

  package static let tableHead = "| field | unit or value | if missing |\n|---|---|---|"

  /// The accuracy that tables and GPX give to a point without one.
  static let accuracyAbsent =
    "the dilution × \(number(FeedOptions.accuracy(dilution: 1))) m, else \(number(FeedOptions().horizontalAccuracy)) m"

  /// A number without needless digits.
  package static func number(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}
