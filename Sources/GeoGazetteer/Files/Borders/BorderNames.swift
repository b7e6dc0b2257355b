import Geo
import GeoFormats

/// Kind, code and names of an area in a border file.
///
/// - Shapes: Natural Earth's countries (`ADM0_A3`, `ISO_A2`, `NAME_xx`), areas of the first level (`iso_3166_2`,
///   `gn_a1_code`), lakes and seas (`featurecla`); geoBoundaries (`shapeType`, `shapeGroup`, `shapeISO`); plain:
///   `kind` (country, region, county, lake, ocean), `code` (`JP`, `JP.40`, `US.CA.085`), `name`, `name_ja` or `name:ja`.
/// - Source: naturalearthdata.com 5.1, geoboundaries.org 6.
struct BorderNames {
  private let properties: FeatureProperties

  init(_ properties: FeatureProperties) { self.properties = properties }

  /// Returns the area without its borders.
  ///
  /// - Errors: ``RecordFault`` for a Feature without a recognizable kind or code.
  func area() throws(RecordFault) -> AreaRecord {
    let water = properties["featurecla"].lowercased()
    if let kind = BorderNames.water(water) { return try self.water(kind) }
    if !properties["shapetype"].isEmpty || !properties["shapegroup"].isEmpty { return try geoBoundaries() }
    if !properties["kind"].isEmpty { return try plain(properties["kind"]) }
    if !properties["iso_3166_2"].isEmpty || !properties["adm1_code"].isEmpty
      || !properties["gn_a1_code"].isEmpty
    {
      return try firstLevel()
    }
    if !properties["adm0_a3"].isEmpty || !properties["iso_a2"].isEmpty || !properties["iso_a3"].isEmpty {
      return try country()
    }
    return try plain("")
  }

  /// The name of the area of which pieces with the same code are parts, such as the region of counties.
  var wholeName: String { properties["region"] }

  private func country() throws(RecordFault) -> AreaRecord {
    let codes = ["iso_a2", "iso_a2_eh", "wb_a2", "iso_a3", "adm0_a3", "gu_a3"].lazy
    guard let code = codes.compactMap({ CountryCodes.twoLetters(properties[$0]) }).first else {
      throw RecordFault("no country code", "\"\(name)\" has no ISO_A2 or ADM0_A3 that stands for a country")
    }
    return record(.country, code)
  }

  private func firstLevel() throws(RecordFault) -> AreaRecord {
    let code = properties["gn_a1_code"]
    if BorderNames.isCode(code, dots: 1), !code.hasSuffix(".00"), !code.hasSuffix(".") {
      return record(.region, code)
    }
    let iso = properties["iso_3166_2"].isEmpty ? properties["adm1_code"] : properties["iso_3166_2"]
    guard let region = BorderNames.region(iso, country: properties["iso_a2"]) else {
      throw RecordFault("no area code", "\"\(name)\" has no gn_a1_code or iso_3166_2 that can be read")
    }
    return record(.region, region)
  }

  private func geoBoundaries() throws(RecordFault) -> AreaRecord {
    let level = properties["shapetype"].uppercased()
    guard let country = CountryCodes.twoLetters(properties["shapegroup"]) else {
      throw RecordFault("no country code", "shapeGroup \"\(properties["shapegroup"])\" is not a country")
    }
    let identifier = properties["shapeid"].isEmpty ? name : properties["shapeid"]
    switch level {
    case "ADM0", "": return record(.country, country)
    case "ADM1":
      let iso = properties["shapeiso"]
      return record(.region, BorderNames.region(iso, country: country) ?? "\(country).\(identifier)")
    case "ADM2": return record(.county, "\(country)..\(identifier)")
    default: throw RecordFault("area below the second level", "is left out: \(level)")
    }
  }

  private func water(_ kind: AreaKind) throws(RecordFault) -> AreaRecord {
    guard !name.isEmpty else { throw RecordFault("water without a name", "is left out: it has no name") }
    let identifier = properties["ne_id"].isEmpty ? name : properties["ne_id"]
    return record(kind, "naturalearth:\(identifier)")
  }

  private func plain(_ word: String) throws(RecordFault) -> AreaRecord {
    let code = properties["code"]
    let kinds: [AreaKind] = BorderNames.kinds(word)
    let dots = code.utf8.count { $0 == UInt8(ascii: ".") }
    let byCode: AreaKind? =
      BorderNames.isCode(code, dots: dots) && dots < 3 ? [.country, .region, .county][dots] : nil
    guard let kind = kinds.first ?? (word.isEmpty ? byCode : nil) else {
      throw RecordFault(
        "kind",
        "kind \"\(word)\", code \"\(code)\" do not name a kind of area (expected country, region, county, lake or ocean)"
      )
    }
    switch kind {
    case .lake, .ocean:
      guard !code.isEmpty || !name.isEmpty else { throw .missing("name") }
      return record(kind, code.isEmpty ? "\(word):\(name)" : code)
    case .country, .region, .county:
      guard byCode == kind else {
        throw RecordFault(
          "code",
          "code \"\(code)\" is not the code of a \(word) (expected a code such as JP, JP.40 or US.CA.085)")
      }
      return record(kind, code)
    }
  }

  private func record(_ kind: AreaKind, _ code: String) -> AreaRecord {
    var area = AreaRecord(kind: kind, code: code, name: name)
    area.otherNames = otherNames(than: area.name)
    return area
  }
}

extension BorderNames {
  private var name: String {
    for title in ["name_en", "name", "name_long", "shapename", "admin", "gn_name"]
    where !properties[title].isEmpty {
      // A plain file's `name` is the one to show.
      if title == "name_en", properties["featurecla"].isEmpty, !properties["name"].isEmpty { continue }
      return properties[title]
    }
    return ""
  }

  private func otherNames(than name: String) -> [PlaceName] {
    var names: [PlaceName] = []
    for (title, value) in properties.members {
      let text = FeatureProperties.text(value)
      guard !text.isEmpty else { continue }
      if let language = BorderNames.language(title) {
        names.append(PlaceName(text, language: language, isPreferred: true))
      } else if ["name", "name_long", "name_alt", "name_local", "iso_a3"].contains(title) {
        for part in text.split(separator: "|")
        where part != name && !names.contains(where: { $0.name == part }) {
          names.append(PlaceName(String(part)))
        }
      }
    }
    return names
  }

  /// The language tag of a property that holds a name.
  static func language(_ title: String) -> String? {
    guard title.hasPrefix("name_") || title.hasPrefix("name:") else { return nil }
    let tag = title.dropFirst(5)
    if tag == "zht" { return "zh-Hant" }
    let first = tag.prefix { $0 != "-" && $0 != "_" }
    guard 2...3 ~= first.utf8.count, !["len", "alt"].contains(first), tag.utf8.count <= 12,
      first.utf8.allSatisfy({ 0x61...0x7a ~= $0 })
    else { return nil }
    return String(tag.map { $0 == "_" ? "-" : $0 })
  }

  /// Kinds of water in Natural Earth.
  private static func water(_ feature: String) -> AreaKind? {
    guard !feature.hasPrefix("admin") else { return nil }
    if ["lake", "reservoir"].contains(where: feature.contains) { return .lake }
    let seas = [
      "ocean", "sea", "gulf", "bay", "strait", "sound", "channel", "fjord", "inlet", "reef", "river",
    ]
    return seas.contains(feature) ? .ocean : nil
  }

  private static func kinds(_ word: String) -> [AreaKind] {
    switch word.lowercased() {
    case "country", "admin0", "adm0": [.country]
    case "region", "state", "province", "prefecture", "admin1", "adm1": [.region]
    case "county", "district", "admin2", "adm2": [.county]
    case "lake", "reservoir", "inlandwater": [.lake]
    case "ocean", "sea": [.ocean]
    default: []
    }
  }

  /// Whether a code is two letters and this many parts after dots.
  private static func isCode(_ code: String, dots: Int) -> Bool {
    let parts = code.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == dots + 1, let first = parts.first else { return false }
    return first.utf8.count == 2 && first.utf8.allSatisfy { 0x41...0x5a ~= $0 }
      && parts.allSatisfy { !$0.isEmpty }
  }

  /// The code of a first-level area for its ISO 3166-2 code.
  ///
  /// GeoNames uses ISO's codes for four countries; other codes keep their dash, so that Tokyo's JP-13 does
  /// not become Hyōgo's JP.13.
  static func region(_ iso: String, country: String) -> String? {
    let parts = iso.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, let code = CountryCodes.twoLetters(String(parts[0])) else {
      return nil
    }
    guard ["US", "CH", "BE", "ME"].contains(code), parts[0].utf8.count == 2 else { return "\(code).\(iso)" }
    return "\(code).\(parts[1])"
  }
}
