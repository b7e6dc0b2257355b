import Geo

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
    // Fifty places with their addresses are some 50 KB.
    greatestLength: 2 << 20,
    // Streets and names change seldom, and the server is not to be asked for the same again.
    usualLifetime: 30 * 86_400, timeLimit: 15, remembered: 2048,
    missing: "there is no geocoding server at this address")

  /// Memory that what an answer says may take, in bytes.
  private static let room = 32 << 20
  /// Places that one answer may have.
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

  /// What an answer means to this question: others may have asked for nearly the same place.
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
  /// What asks the servers of an option; nil where it names none.
  ///
  /// - Parameter state: the directory of the run's state, which keeps answers for later runs; nil for none.
  static func made(
    for option: GeocoderOption, state: String?, warn: @escaping @Sendable (String) -> Void
  ) -> GeocodingFetcher? {
    guard !option.servers.isEmpty else { return nil }
    return GeocodingFetcher(
      cachePath: state.map { $0 + "/geocoding.sqlite" },
      turns: ServerRateLimiter(folder: ServerRateLimiter.standardFolder),
      warn: warn)
  }
}
