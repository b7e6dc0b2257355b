import Geo
import GeoGazetteer

/// The lines that a batch writes: rows of a table, or objects.
extension GeocodeBatch {
  /// The columns added to a table.
  static let titles =
    ["geo_status", "geo_latitude", "geo_longitude"] + GeocodedPlace.texts.map { "geo_\($0.name)" }
    + ["geo_distance", "geo_source", "geo_attribution", "geo_precision", "geo_timeZone", "geo_matched"]

  var separator: String { String(feed.separator) }

  func tableLine(_ content: QueryFeed.Content, _ outcome: Outcome) -> String {
    let width = feed.titles?.count ?? 0
    var line: String
    switch content {
    case .fields(let text, let values):
      line = text + String(repeating: separator, count: max(0, width - values.count))
    case .broken(let text):
      line = quoted(text, always: true) + String(repeating: separator, count: max(0, width - 1))
    case .object(let members): line = quoted(JSONValue.object(members).description, always: true)
    }
    for value in GeocodeBatch.values(outcome.status, outcome.place) { line += separator + quoted(value) }
    return line
  }

  private static func values(_ status: String, _ place: GeocodedPlace?) -> [String] {
    guard let place else { return [PlainText.line(status)] + Array(repeating: "", count: titles.count - 1) }
    let members = place.members
    return [PlainText.line(status)]
      + titles.dropFirst().map { title in
        let name = title.dropFirst("geo_".count)
        switch members.first(where: { $0.name == name })?.value {
        case .string(let text)?: return PlainText.line(text)
        case let value?: return value.description
        case nil: return ""
        }
      }
  }

  /// - Source: RFC 4180, section 2.
  private func quoted(_ text: String, always: Bool = false) -> String {
    let isSpecial = text.unicodeScalars.contains { scalar in
      scalar == "\"" || scalar == "\n" || scalar == "\r" || Character(scalar) == feed.separator
    }
    guard always || isSpecial || text.hasPrefix(" ") || text.hasSuffix(" ") else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  /// The row as an object, with the placemark and the status.
  func object(_ content: QueryFeed.Content, _ outcome: Outcome) -> JSONValue {
    var members: [(name: String, value: JSONValue)]
    switch content {
    case .object(let own): members = own.filter { $0.name != "placemark" && $0.name != "geo_status" }
    case .broken(let text): members = [("line", .string(text))]
    case .fields(_, let values):
      members = (feed.titles ?? []).enumerated().map { index, title in
        (title, .string(index < values.count ? values[index] : ""))
      }
    }
    members.append(("placemark", outcome.place?.json ?? .null))
    members.append(("geo_status", .string(outcome.status)))
    return .object(members)
  }
}
