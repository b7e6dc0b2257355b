import Geo
import GeoFormats

/// GeoNames' `alternateNamesV2.txt`: one more name of a place per line.
///
/// The language column decides:
/// - a language: a name in it; a colloquial one ("Big Apple") is found but never shown, as it gets no
///   language;
/// - `abbr` or empty: a name in no language;
/// - `post`, `iata`, `icao`, `faac`: a code that finds the place; the column stays its language, which no
///   caller asks for, so the code is never shown;
/// - `piny`: Chinese in Latin letters, `zh-Latn`;
/// - `link`, `wkdt` and other references, and historic names: skipped and counted.
///
/// - Source: https://download.geonames.org/export/dump/readme.txt
struct GeoNamesNames: RecordLines {
  private var fields = TabFields()

  mutating func record(of line: UnsafeBufferPointer<UInt8>) throws(RecordFault) -> GazetteerRecord? {
    fields.split(line)
    // Files had eight columns before 2019; the dates of a name's use came later.
    guard 8...10 ~= fields.count else {
      throw .columns(fields.count, expected: "10, or 8 as in the old table")
    }
    let identifier = try fields.integer(1, "geonameid", limit: Int(Int64.max) / 100)
    guard identifier > 0 else { throw .missing("geonameid") }
    guard !isSet(7) else { throw RecordFault("historic name", "is left out: historic name") }
    let language = try language()
    let name = try fields.text(3, "name")
    guard !name.isEmpty else { throw .missing("name") }
    let isColloquial = isSet(6)
    return .name(
      PlaceName(name, language: isColloquial ? "" : language, isPreferred: isSet(4) && !isColloquial),
      of: GeoNames.key(identifier))
  }

  private func isSet(_ column: Int) -> Bool { fields[column].elementsEqual("1".utf8) }

  /// The language tag: GeoNames' own, with dashes.
  private func language() throws(RecordFault) -> String {
    let text = try fields.text(2, "language")
    switch text {
    case "", "abbr": return ""
    case "post", "iata", "icao", "faac": return text
    case "piny": return "zh-Latn"
    case "link", "wkdt", "unlc", "tcid", "phon":
      throw RecordFault("link or other reference", "is left out: \(text) is not a name")
    case "fr_1793": throw RecordFault("historic name", "is left out: historic name")
    default: break
    }
    let first = text.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
    guard 2...3 ~= first.count, text.utf8.count <= 20, first.allSatisfy({ 0x61...0x7a ~= $0 | 0x20 }) else {
      throw RecordFault(
        "language", "language \"\(excerpt(fields[2]))\" is not known (expected a code such as ja)"
      )
    }
    guard text.utf8.contains(UInt8(ascii: "_")) else { return text }
    return String(text.map { $0 == "_" ? "-" : $0 })
  }
}
