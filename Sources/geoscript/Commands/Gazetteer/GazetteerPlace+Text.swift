import Geo
import GeoGazetteer
import GeoHost

extension GazetteerPlace {
  /// The most countries and languages to name, of which there may be hundreds.
  private static let shown = 8

  func lines(_ contents: GazetteerContents) -> [String] {
    let why =
      switch reason {
      case "variable": "  (from $GEOSCRIPT_GAZETTEER)"
      case "own": "  (your own)"
      case "installed": "  (installed for all users)"
      default: ""
      }
    var lines = ["gazetteer   \(path ?? "the built-in set")\(why)"]
    lines.append("size        \(megabytes(contents.byteCount))")
    lines.append("version     \(contents.version), build \(contents.build)")
    lines.append("places      \(total(contents.placeCount, contents.places))")
    lines.append(
      "names       \(grouped(contents.names))\(list(contents.languages, "language", "no language"))")
    lines.append("areas       \(total(contents.areaCount, contents.areas))")
    lines.append("borders     \(grouped(contents.areasWithBorders)) of the areas")
    lines.append("streets     \(grouped(contents.streets))")
    lines.append("addresses   \(grouped(contents.addresses))")
    lines.append(
      "countries   \(grouped(contents.countries.count))\(list(contents.countries, nil, "no country"))")
    for source in contents.sources {
      lines.append("source      \(source.name), \(counted(source.records, "record"))")
      if !source.attribution.isEmpty { lines.append("            \(source.attribution)") }
      if !source.license.isEmpty { lines.append("            \(source.license)") }
    }
    return lines.map(PlainText.line)
  }

  func json(_ contents: GazetteerContents) -> JSONValue {
    .object([
      ("file", path.map { .string($0) } ?? .null), ("chosen", .string(reason)),
      ("bytes", .integer(Int64(contents.byteCount))), ("version", .integer(Int64(contents.version))),
      ("build", .string(contents.build)), ("places", object(contents.places)),
      ("names", .integer(Int64(contents.names))), ("areas", object(contents.areas)),
      ("areasWithBorders", .integer(Int64(contents.areasWithBorders))),
      ("streets", .integer(Int64(contents.streets))), ("addresses", .integer(Int64(contents.addresses))),
      ("countries", object(contents.countries)), ("languages", object(contents.languages)),
      (
        "sources",
        .array(
          contents.sources.map { source in
            .object([
              ("name", .string(source.name)), ("attribution", .string(source.attribution)),
              ("licence", .string(source.license)), ("records", .integer(Int64(source.records))),
              ("hash", .string(source.hash)),
            ])
          })
      ),
    ])
  }

  private func object(_ counts: [GazetteerContents.Count]) -> JSONValue {
    .object(counts.map { ($0.name, .integer(Int64($0.count))) })
  }

  private func total(_ total: Int, _ counts: [GazetteerContents.Count]) -> String {
    guard !counts.isEmpty else { return grouped(total) }
    return "\(grouped(total)): " + counts.map { "\(grouped($0.count)) \($0.name)" }.joined(separator: ", ")
  }

  private func list(_ counts: [GazetteerContents.Count], _ what: String?, _ none: String) -> String {
    guard !counts.isEmpty else { return "" }
    let named = counts.prefix(GazetteerPlace.shown).map {
      "\($0.name.isEmpty ? none : $0.name) \(grouped($0.count))"
    }
    let rest = counts.count - named.count
    let head = what.map { " in \(counted(counts.count, $0)): " } ?? ": "
    return head + named.joined(separator: ", ") + (rest > 0 ? " and \(grouped(rest)) more" : "")
  }

  private func megabytes(_ bytes: Int) -> String {
    bytes < 10_000_000 ? "\(grouped(bytes / 1000)) kB" : "\(grouped(bytes / 1_000_000)) MB"
  }
}
