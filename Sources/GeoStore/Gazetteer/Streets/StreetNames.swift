import Geo

/// How the names of streets are compared: folded, and with what people abbreviate in full.
enum StreetNames {
  static func folded(_ name: String) -> String {
    var words = TextFolding.fold(name).split(separator: " ").map(String.init)
    guard words.count > 1 else { return compounded(words.first ?? "") }
    let last = words.count - 1
    for (index, word) in words.enumerated() {
      if word == "st" {
        // Behind it only a direction may come: else it is a saint.
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

  /// `Hauptstr.` is Hauptstraße; no other word of German ends so.
  private static func compounded(_ word: String) -> String {
    word.hasSuffix("str") && word.utf8.count > 5 ? word.dropLast(3) + "strasse" : word
  }

  private static let directions = [
    "n": "north", "s": "south", "e": "east", "w": "west", "ne": "northeast", "nw": "northwest",
    "se": "southeast", "sw": "southwest",
  ]

  /// - Source: USPS Publication 28, appendix C1, what is common of it.
  private static let kinds = [
    "aly": "alley", "av": "avenue", "ave": "avenue", "blvd": "boulevard", "cir": "circle", "cres": "crescent",
    "ct": "court", "ctr": "center", "dr": "drive", "expy": "expressway", "fwy": "freeway", "gdns": "gardens",
    "gr": "grove", "hts": "heights", "hwy": "highway", "ln": "lane", "pkwy": "parkway", "pl": "place",
    "plz": "plaza", "pt": "point", "rd": "road", "sq": "square", "ter": "terrace", "trl": "trail",
    "wy": "way",
    "str": "strasse",
  ]
}
