import Geo
import GeoFormats
import GeoLua

/// Tables that the code provides, so that the manual's pages need not repeat them.
///
/// A page contains a line `<!-- table: NAME -->` and a sentence for readers of the file; the table replaces
/// this paragraph.
enum ManualTables {
  static let all: [String: String] = InputTables.all.merging(
    ["alert-fields": Alert.fieldTable, "profile-fields": profileFields],
    uniquingKeysWith: { first, _ in first })

  /// Replaces paragraphs by their tables; an unknown name stays as it is.
  static func fill(_ text: String, with tables: [String: String]) -> String {
    text.split(separator: "\n\n", omittingEmptySubsequences: false).map { paragraph in
      name(in: paragraph).flatMap { tables[$0] } ?? String(paragraph)
    }
    .joined(separator: "\n\n").trimmingNewlines + "\n"
  }

  /// The table that a paragraph asks for.
  static func name(in paragraph: Substring) -> String? {
    let opening = "<!-- table: "
    let paragraph = paragraph.drop { $0 == "\n" }
    guard paragraph.hasPrefix(opening), let end = paragraph.firstRange(of: " -->") else { return nil }
    return String(paragraph[..<end.lowerBound].dropFirst(opening.count))
  }

  /// The fields of a profile with their values in each preset.
  private static let profileFields: String = {
    let presets = DeviceProfile.presets
    let rows = DeviceProfile.fields.map { field in
      let values = presets.map { field.value($0) }.joined(separator: " | ")
      return "| `\(field.path)` | \(field.summary) | \(field.expected) | \(values) |"
    }
    let names = presets.map { "`\($0.name)`" }.joined(separator: " | ")
    return "| field | meaning | values | \(names) |\n|---|---|---|\(presets.map { _ in "---|" }.joined())\n"
      + rows.joined(separator: "\n")
  }()
}

extension String {
  /// Without line breaks at its end.
  fileprivate var trimmingNewlines: String {
    var text = self[...]
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }
}
