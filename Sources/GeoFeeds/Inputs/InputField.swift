/// One value that a source may give, as the manual describes it.
///
/// A test reads each under each of its names and sees that it does something.
package struct InputField {
  /// How it is written in the source; all mean the same.
  let names: [String]
  /// Empty for what has none.
  let unit: String
  /// What happens without it.
  let absent: String
  /// A value that differs from what is without it, as the source writes it.
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

  /// What both tables and GPX make of a point without accuracy.
  static let accuracyAbsent =
    "the dilution × \(number(FeedOptions.accuracy(dilution: 1))) m, else \(number(FeedOptions().horizontalAccuracy)) m"

  /// A number without needless digits.
  package static func number(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}
