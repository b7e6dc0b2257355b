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
