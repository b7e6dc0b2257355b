import COsmium
import Geo
import Glibc

/// The tags of an OpenStreetMap object; valid until the callback returns.
struct OSMTags {
  /// Longer values are not taken as names or numbers.
  static let longest = 250

  private let tags: UnsafeBufferPointer<osm_tag>

  init(_ object: osm_object) {
    tags = UnsafeBufferPointer(start: object.tags, count: object.tag_count)
  }

  /// The value of a key; nil if it is empty or longer than a name may be.
  subscript(_ key: StaticString) -> String? {
    for tag in tags {
      guard let name = tag.key, strcmp(name, key.utf8Start) == 0 else { continue }
      return OSMTags.text(tag.value)
    }
    return nil
  }

  /// The first of the keys that has a value.
  func first(_ keys: StaticString...) -> String? {
    for key in keys { if let value = self[key] { return value } }
    return nil
  }

  func has(_ key: StaticString) -> Bool { self[key] != nil }

  func `is`(_ key: StaticString, _ value: StaticString) -> Bool {
    tags.contains { tag in
      guard let name = tag.key, let text = tag.value else { return false }
      return strcmp(name, key.utf8Start) == 0 && strcmp(text, value.utf8Start) == 0
    }
  }

  var isEmpty: Bool { tags.isEmpty }

  private static func text(_ value: UnsafePointer<CChar>?) -> String? {
    guard let value, value.pointee != 0, strnlen(value, longest + 1) <= longest else { return nil }
    let text = String(cString: value)
    return text.allSatisfy(\.isWhitespace) ? nil : text
  }

  // MARK: Names

  /// Its local name; without one, its English name or any other.
  var name: String? { first("name", "name:en", "int_name") ?? otherNames.first?.name }

  /// Its names in other languages, and its alternative names.
  ///
  /// - Source: OpenStreetMap's wiki, "Names" and "Multilingual names".
  var otherNames: [PlaceName] {
    var names: [PlaceName] = []
    for tag in tags {
      guard let key = tag.key, let kind = OSMNameKey(key), let text = OSMTags.text(tag.value) else {
        continue
      }
      for part in text.split(separator: ";") {
        let name = OSMTags.trimmed(part)
        guard !name.isEmpty else { continue }
        names.append(PlaceName(name, language: kind.language, isPreferred: kind.isPreferred))
      }
    }
    return names
  }

  static func trimmed(_ text: Substring) -> String {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// Whether a text is digits with spaces, commas or dots between them.
  var population: Int {
    guard let text = self["population"] else { return 0 }
    var number = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
        if number > 100_000_000 { return 0 }
      case UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: "'"): continue
      default: return number
      }
    }
    return number
  }

  /// The ISO 3166 code of two capital letters; empty if there is none.
  var country: String {
    guard let text = first("addr:country", "is_in:country_code", "ISO3166-1:alpha2") else { return "" }
    let letters = text.utf8.map { $0 & 0xDF }
    guard letters.count == 2, letters.allSatisfy({ (65...90).contains($0) }) else { return "" }
    return String(decoding: letters, as: UTF8.self)
  }
}

/// The kind of name that a key such as `name:ja` or `alt_name` holds.
struct OSMNameKey {
  var language = ""
  var isPreferred = false

  private static let others: Set<String> = [
    "alt_name", "int_name", "loc_name", "nat_name", "official_name", "old_name", "reg_name", "short_name",
  ]

  /// Nil for a key without a name, and for `name` itself.
  init?(_ key: UnsafePointer<CChar>) {
    guard strstr(key, "name") != nil else { return nil }
    let text = String(cString: key)
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let isName = parts[0] == "name"
    guard parts.count <= 2, isName ? parts.count == 2 : OSMNameKey.others.contains(String(parts[0])) else {
      return nil
    }
    guard parts.count == 2 else { return }
    guard OSMNameKey.isLanguage(parts[1]) else { return nil }
    language = String(parts[1])
    isPreferred = isName
  }

  /// Whether a text is a BCP 47 tag of the form OpenStreetMap uses; `left`, `etymology` and `ja_rm` are not.
  private static func isLanguage(_ text: Substring) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (2...3).contains(parts[0].utf8.count), parts.count <= 3 else { return false }
    return parts.allSatisfy { part in
      (2...8).contains(part.utf8.count)
        && part.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
          default: false
          }
        }
    }
  }
}
