import Geo

/// Normalizes street names for comparison: folds them and expands abbreviations.
enum StreetNames {
  static func folded(_ name: String) -> String {
    var words = TextFolding.fold(name).split(separator: " ").map(String.init)
    guard words.count > 1 else { return compounded(words.first ?? "") }
    let last = words.count - 1
    for (index, word) in words.enumerated() {
      if word == "st" {
        // Only a direction may follow; otherwise `St` means saint.
        let isKind =
          index > 0 && words[(index + 1)...].allSatisfy { directions[$0] != nil || isDirection($0) }
        words[index] = isKind ? "street" : "saint"
      } else if let direction = directions[word], index == 0 || index == last {
        words[index] = direction
      } else if index > 0, let kind = kinds[word] {
        words[index] = kind
      } else {
        words[index] = compounded(word)
      }
    }
    return words.joined(separator: " ")
  }

  private static func isDirection(_ word: String) -> Bool { directions.values.contains(word) }

  /// `Hauptstr.` is Hauptstraße; no other German word ends this way.
  private static func compounded(_ word: String) -> String {
    word.hasSuffix("str") && word.utf8.count > 5 ? word.dropLast(3) + "strasse" : word
  }

  private static let directions = full(Abbreviations.directions)
  private static let kinds = full(Abbreviations.streets + Abbreviations.streetsOnly)

  /// Full spellings by abbreviation.
  private static func full(_ rows: [[String]]) -> [String: String] {
    Dictionary(rows.map { ($0[0], $0[1]) }) { first, _ in first }
  }
}
