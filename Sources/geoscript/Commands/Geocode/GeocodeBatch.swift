import ArgumentParser
import Geo
import GeoGazetteer
import GeoHost
import Glibc

/// Looks up the rows of a table or the objects of NDJSON, and writes them with the results.
struct GeocodeBatch {
  enum Form {
    /// The format of the input: a table stays a table.
    case asRead
    /// One JSON object per row.
    case json
  }

  let feed: QueryFeed
  let form: Form
  /// The parameters of all requests.
  let request: GeocodeRequest
  let ask: (GeocodeRequest) -> GeocodeAnswer
  /// Whether the input is a pipe or a terminal, so that each answer is flushed at once.
  private let isLive: Bool = {
    var status = stat()
    return fstat(STDIN_FILENO, &status) != 0 || status.st_mode & S_IFMT != S_IFREG
  }()

  init(
    feed: QueryFeed, form: Form, request: GeocodeRequest, ask: @escaping (GeocodeRequest) -> GeocodeAnswer
  ) {
    (self.feed, self.form, self.request, self.ask) = (feed, form, request, ask)
  }

  /// The result of a row.
  private enum Outcome {
    case found(GeocodedPlace)
    /// Less exact than the question.
    case partial(GeocodedPlace)
    case nothing(String)
    case failed(String)
    case bad(String)

    var status: String {
      switch self {
      case .found: "ok"
      case .partial: "partial"
      case .nothing(let reason), .bad(let reason): reason
      case .failed(let reason): "failed: \(reason)"
      }
    }

    var place: GeocodedPlace? {
      switch self {
      case .found(let place), .partial(let place): place
      default: nil
      }
    }
  }

  func run() throws {
    if let note = feed.note { Geoscript.complain(note) }
    var counts = (rows: 0, found: 0, partial: 0, nothing: 0, failed: 0, bad: 0)
    let isTable = feed.titles != nil && form == .asRead
    if isTable { write(feed.header + separator + GeocodeBatch.titles.joined(separator: separator)) }
    while let row = try feed.row() {
      counts.rows += 1
      let outcome: Outcome
      switch row.query {
      case .bad(let reason):
        counts.bad += 1
        outcome = .bad("line \(row.line): \(reason)")
      case .ask(let query):
        outcome = self.outcome(query)
        switch outcome {
        case .found: counts.found += 1
        case .partial: counts.partial += 1
        case .nothing: counts.nothing += 1
        case .failed, .bad: counts.failed += 1
        }
      }
      write(isTable ? tableLine(row.content, outcome) : object(row.content, outcome).description)
    }
    fflush(nil)
    var parts = ["\(counts.found) found", "\(counts.nothing) not found"]
    if counts.partial > 0 { parts.insert("\(counts.partial) in part", at: 1) }
    if counts.failed > 0 { parts.append("\(counts.failed) not answered") }
    if counts.bad > 0 { parts.append("\(counts.bad) without a question") }
    Geoscript.complain(
      "\(counts.rows) \(counts.rows == 1 ? "row" : "rows"): \(parts.joined(separator: ", "))")
    // No source was available.
    if counts.failed > 0, counts.found + counts.partial + counts.nothing == 0 {
      throw ExitCode(GeoError.Code.unavailable.exitCode)
    }
  }

  private func outcome(_ query: GeocodeRequest.Query) -> Outcome {
    var request = request
    request.query = query
    switch ask(request) {
    case .places(let places):
      guard let place = places.first else { return .nothing(GeocodedText.nothing(for: query)) }
      return request.isPartial(place) ? .partial(place) : .found(place)
    case .failed(_, let reason): return .failed(reason)
    }
  }

  private func write(_ line: String) {
    print(line)
    if isLive { fflush(nil) }
  }
}

extension GeocodeBatch {
  /// The columns added to a table.
  static let titles =
    ["geo_status", "geo_latitude", "geo_longitude"] + GeocodedPlace.texts.map { "geo_\($0.name)" }
    + ["geo_distance", "geo_source", "geo_attribution", "geo_precision", "geo_timeZone", "geo_matched"]

  private var separator: String { String(feed.separator) }

  private func tableLine(_ content: QueryFeed.Content, _ outcome: Outcome) -> String {
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
  private func object(_ content: QueryFeed.Content, _ outcome: Outcome) -> JSONValue {
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
