import Geo

/// The words of a question with their weights.
struct SearchQuery {
  struct Word {
    var text: String
    /// The word as written.
    var written: String
    /// The weight it adds to an answer that explains it.
    var weight: Double
    /// Whether it is part of a street name with a house number.
    var isStreet = false
    /// Whether it is a single letter of a script without spaces.
    var isLetter = false

    var isNumber: Bool { text.utf8.first.map { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ?? false }
  }

  private(set) var words: [Word] = []
  private(set) var weight = 0.0
  /// The words after the last comma; empty without one.
  private(set) var lastPart: UInt64 = 0

  /// The limit of words; later ones count as unexplained.
  static let mostWords = 48
  /// The limit of letters.
  static let mostBytes = 4096

  init(_ text: String) {
    // A letter cut by the limit becomes a sign, which separates words.
    let text =
      text.utf8.count <= SearchQuery.mostBytes
      ? text : String(decoding: text.utf8.prefix(SearchQuery.mostBytes), as: UTF8.self)
    var left = 0.0
    let read = SearchWords(text)
    for (word, written) in zip(read.words, read.written) {
      for part in SearchQuery.parts(of: word, written) {
        if words.count < SearchQuery.mostWords { words.append(part) } else { left += part.weight }
      }
    }
    if let comma = text.lastIndex(where: { $0 == "," || $0 == "、" || $0 == "，" }) {
      let before = SearchWords(String(text[..<comma]))
      let count = zip(before.words, before.written).reduce(0) { $0 + SearchQuery.parts(of: $1.0, $1.1).count }
      if count < words.count { lastPart = SearchSpan.words(count..<words.count) }
    }
    weakenStreets()
    weakenCodes()
    weight = words.reduce(left) { $0 + $1.weight }
  }

  /// A street and its number count less than the city: most gazetteers have only cities.
  private mutating func weakenStreets() {
    for (number, word) in words.enumerated() where word.isNumber {
      let after = words[(number + 1)...].prefix(SearchQuery.mostStreetWords)
      let street: ClosedRange<Int>
      if let kind = after.lastIndex(where: { SearchAbbreviations.isStreet($0.text) }) {
        let isDirected = kind + 1 < words.count && SearchAbbreviations.isDirection(words[kind + 1].text)
        street = number...(isDirected ? kind + 1 : kind)
      } else if number > 0, SearchAbbreviations.isStreet(words[number - 1].text) {
        // `Kärntner Straße 1`
        street = max(0, number - 2)...number
      } else {
        continue
      }
      for index in street {
        words[index].weight *= SearchQuery.streetWeight
        words[index].isStreet = true
      }
      return
    }
  }

  /// The second half of a postal code counts little: many lists have only the first.
  private mutating func weakenCodes() {
    for index in words.indices.dropFirst() {
      let (one, other) = (PostalShape.of(words[index - 1].text), PostalShape.of(words[index].text))
      switch (one, other) {
      // `D-10115`: the country's code.
      case ("a", "99999"), ("a", "9999"): words[index - 1].weight = SearchQuery.codeEndWeight
      case ("a9a", "9a9"), ("99999", "9999"): words[index].weight = SearchQuery.codeEndWeight
      case ("a9", "9aa"), ("a99", "9aa"), ("aa9", "9aa"), ("aa99", "9aa"), ("a9a", "9aa"), ("aa9a", "9aa"):
        words[index].weight = SearchQuery.codeEndWeight
        words[index - 1].weight = SearchQuery.codeWeight
      default: continue
      }
    }
  }

  /// Whether it has a house number; the other words may then be a street in no list.
  var isAddress: Bool { words.contains { $0.isNumber && $0.text.utf8.count < 6 } }

  /// Whether it is in a script without spaces, apart from numbers.
  var isWithoutSpaces: Bool {
    words.count > 3 && words.allSatisfy { $0.isLetter || $0.isNumber } && !words[0].isNumber
  }

  /// Whether some words come first or last; numbers may be among and around them.
  func isAtEnd(_ set: UInt64) -> Bool {
    guard set != 0 else { return false }
    let numbers = words.indices.reduce(UInt64(0)) { words[$1].isNumber ? $0 | 1 << UInt64($1) : $0 }
    let (first, last) = (set.trailingZeroBitCount, 63 - set.leadingZeroBitCount)
    let run = SearchSpan.words(first..<last + 1)
    guard run & ~(set | numbers) == 0 else { return false }
    return SearchSpan.words(0..<first) & ~numbers == 0
      || all & ~(SearchSpan.words(0..<last + 1) | numbers) == 0
  }

  private static let streetWeight = 0.25
  private static let codeWeight = 0.3
  private static let codeEndWeight = 0.15
  private static let mostStreetWords = 4

  /// The house number before or after some words; empty if there is none.
  func number(beside set: UInt64) -> UInt64 {
    let (first, last) = (set.trailingZeroBitCount, 63 - set.leadingZeroBitCount)
    if first > 0, first <= words.count, words[first - 1].isNumber { return 1 << UInt64(first - 1) }
    return last + 1 < words.count && words[last + 1].isNumber ? 1 << UInt64(last + 1) : 0
  }

  /// Splits a word of a script without spaces into its letters.
  private static func parts(of word: String, _ written: String) -> [Word] {
    // `K1A0B1`, `SW1A1AA`: their second half always has three letters.
    if PostalShape.isWithoutSpace(word) {
      return [String(word.dropLast(3)), String(word.suffix(3))].map {
        Word(text: $0, written: $0, weight: weight($0))
      }
    }
    guard word.unicodeScalars.contains(where: \.isWithoutSpaces) else {
      return [Word(text: word, written: written, weight: weight(word))]
    }
    var parts: [Word] = []
    var rest = ""
    for scalar in word.unicodeScalars {
      if scalar.isWithoutSpaces {
        if !rest.isEmpty { parts.append(Word(text: rest, written: rest, weight: weight(rest))) }
        rest = ""
        parts.append(Word(text: String(scalar), written: String(scalar), weight: 0.4, isLetter: true))
      } else {
        rest.unicodeScalars.append(scalar)
      }
    }
    if !rest.isEmpty { parts.append(Word(text: rest, written: rest, weight: weight(rest))) }
    return parts
  }

  /// Separators between names.
  private static let fillers: Set<String> = [
    "of", "the", "in", "at", "near", "and", "city", "county", "state", "province", "prefecture", "region",
    "district", "municipality", "republic", "de", "la", "el", "le", "der", "am", "an",
  ]

  /// Whether a word separates names and means little itself.
  static func isFiller(_ word: String) -> Bool { fillers.contains(word) }

  /// Whether an answer that explains some words explains all that matter: not the little words, the second half of a
  /// postal code and a house number, which ``GeocodeRequest/isPartial(_:)`` looks for.
  func isExplained(by set: UInt64) -> Bool {
    !words.indices.contains { set >> UInt64($0) & 1 == 0 && words[$0].weight > SearchQuery.littleWeight }
  }

  /// The words that an answer's address has: its postal code, street, city, state and country.
  func words(of address: PlacemarkAddress) -> UInt64 {
    let parts = [
      address.subThoroughfare, address.thoroughfare, address.subLocality, address.locality,
      address.administrativeArea, address.postalCode, address.ISOcountryCode, address.country,
    ]
    let known = parts.reduce(into: Set<String>()) { $0.formUnion(SearchWords($1 ?? "").words) }
    return words.indices.reduce(0) { known.contains(words[$1].text) ? $0 | 1 << UInt64($1) : $0 }
  }

  private static let littleWeight = 0.2

  private static func weight(_ word: String) -> Double {
    if isFiller(word) { return 0.15 }
    return word.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ? 0.7 : 1
  }

  /// The words of a span joined, as written.
  func key(_ range: Range<Int>) -> String { SearchWords.key(of: words[range].lazy.map(\.written)) }

  /// The weight of a set of words.
  func weight(_ set: UInt64) -> Double {
    var (sum, rest) = (0.0, set)
    while rest != 0 {
      sum += words[rest.trailingZeroBitCount].weight
      rest &= rest - 1
    }
    return sum
  }

  /// All words.
  var all: UInt64 { SearchSpan.words(0..<words.count) }
}

extension Unicode.Scalar {
  /// Whether it is of a script without spaces between words, or with syllables that addresses join.
  var isWithoutSpaces: Bool {
    switch value {
    // Thai, Lao, Tibetan; Burmese; Khmer; kana; Han; Hangul; more Han.
    case 0xe00...0xfff, 0x1000...0x109f, 0x1780...0x17ff, 0x3005...0x3007, 0x3040...0x30ff, 0x3400...0x9fff,
      0xac00...0xd7a3, 0xf900...0xfaff, 0x20000...0x3ffff:
      true
    default: false
    }
  }
}
