import Geo
import GeoDelivery
import GeoStore

/// A question on its way to a server.
struct GeocodingRequest: FetchRequest {
  let server: GeocodingServer
  let question: GeocodeRequest
  let address: HTTPAddress
  let key: String
  let headers: [String]

  static let rules = FetchRules(
    subject: "answers to geocoders",
    // One after another: "limit your requests to a single thread" (operations.osmfoundation.org/policies/nominatim).
    threadCount: 1,
    // Fifty places with their addresses take some 50 KB.
    greatestLength: 2 << 20,
    // Streets and names rarely change, and the server should not get the same question twice.
    usualLifetime: 30 * 86_400, timeLimit: 15, remembered: 2048,
    missing: "there is no geocoding server at this address")

  /// The most bytes of memory for a parsed answer.
  private static let room = 32 << 20
  /// The most places of one answer.
  private static let mostPlaces = 50

  var spacing: Double { server.spacing }

  func content(of page: HTTPResponse) throws(FetchFault) -> [GeocodedPlace] {
    guard page.status == 200 else { return [] }
    let answer = try GeocodingRequest.json(page)
    if let fault = server.form.dialect.fault(in: answer) { throw FetchFault(reason: "says: \(clean(fault))") }
    return try server.form.dialect.places(in: answer).prefix(GeocodingRequest.mostPlaces).map { place in
      var place = place
      place.source = server.form.rawValue
      return place
    }
  }

  /// Adapts an answer to this question, because nearly identical questions share one answer.
  func places(_ found: [GeocodedPlace]) -> [GeocodedPlace] {
    found.prefix(max(question.limit, 0)).map { place in
      var place = place
      if case .position(let asked) = question.query {
        place.distance = Geodesic.distance(from: asked, to: place.coordinate)
      }
      return place
    }
  }

  private static func json(_ page: HTTPResponse) throws(FetchFault) -> JSONValue {
    do throws(GeoError) {
      return try JSONParser.parse(String(decoding: page.bytes, as: UTF8.self), room: room).value
    } catch {
      let type = page.type.isEmpty ? "" : " (\(HTTPResponse.firstLine(page.type)))"
      throw FetchFault(reason: "answered 200, but its body cannot be read\(type): \(error.message)")
    }
  }

  func refusal(in page: HTTPResponse) -> String? {
    guard let answer = try? GeocodingRequest.json(page) else { return nil }
    return server.form.dialect.fault(in: answer).map(clean)
  }

  private func clean(_ text: String) -> String { server.redacted(HTTPResponse.firstLine(text)) }
}

typealias GeocodingFetcher = Fetcher<GeocodingRequest>
typealias GeocodingFetchQueue = FetchQueue<GeocodingRequest>

extension Fetcher<GeocodingRequest> {
  /// The fetcher for the servers of an option; nil if it names no server.
  ///
  /// - Parameter state: the directory of the run's state, which keeps answers for later runs; nil for none.
  static func made(
    for option: GeocoderOption, state: String?, warn: @escaping @Sendable (String) -> Void
  ) -> GeocodingFetcher? {
    guard !option.servers.isEmpty else { return nil }
    return GeocodingFetcher(
      cachePath: state.map { StateStore.answers(in: $0) },
      turns: ServerRateLimiter(folder: ServerRateLimiter.standardFolder),
      warn: warn)
  }
}
