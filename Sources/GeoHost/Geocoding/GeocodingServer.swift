import Geo
import GeoDelivery

/// A geocoding server.
struct GeocodingServer: Sendable, Hashable {
  let form: GeocodingProtocol
  /// Scheme, host and port.
  let origin: String
  /// The root of the protocol's paths, ending in a slash.
  private let path: String
  /// Query items of each request, such as a key: never shown or stored.
  private let query: String
  private let authorization: String?
  /// Seconds between two requests.
  var spacing: Double

  /// The most bytes of a question: no address is longer, and servers would refuse it.
  static let greatestLength = 2000

  init(_ form: GeocodingProtocol, _ address: HTTPAddress) {
    self.form = form
    origin = address.origin
    authorization = address.authorization
    let rest = address.url.dropFirst(address.origin.count)
    let path = rest.prefix { $0 != "?" }
    query = String(rest.dropFirst(path.count + 1))
    self.path = GeocodingServer.base(path, form.dialect)
    spacing = address.isThisMachine ? 0 : form.dialect.spacing
  }

  /// The root of the protocol's paths, taken from an address that may end with one of them.
  private static func base(_ path: Substring, _ dialect: any GeocodingDialect.Type) -> String {
    var path = path
    while path.hasSuffix("/") { path.removeLast() }
    for ending in dialect.endings where path.hasSuffix("/" + ending) {
      // Some servers have no root folder.
      return path.dropLast(ending.count) + ""
    }
    return path.hasSuffix("/" + dialect.root.dropLast()) ? "\(path)/" : "\(path)/\(dialect.root)"
  }

  /// Its name in messages.
  var name: String { "\(form.rawValue) at \(origin)" }

  /// The request for a question; nil if there cannot be an answer.
  func request(for question: GeocodeRequest) -> GeocodingRequest? {
    guard GeocodingServer.isAnswerable(question.query) else { return nil }
    let words = form.dialect.words(for: question)
    let own = words.query.map { "\($0.name)=\(URLText.encoded($0.value))" }.joined(separator: "&")
    let place = "\(origin)\(path)\(words.path)?\(own)"
    guard let address = try? HTTPAddress(query.isEmpty ? place : "\(place)&\(query)", of: name) else {
      return nil
    }
    let headers = form.dialect.headers(for: question)
    return GeocodingRequest(
      server: self, question: question, address: address,
      key: ([form.rawValue + " " + place] + headers).joined(separator: "\n"),
      headers: ["Accept: application/json"] + headers + [authorization].compactMap { $0 })
  }

  private static func isAnswerable(_ question: GeocodeRequest.Query) -> Bool {
    switch question {
    case .position(let coordinate): return CLLocationCoordinate2DIsValid(coordinate)
    case .text(let text): return isAnswerable(text)
    case .address(let address): return isAnswerable(address.asText)
    }
  }

  private static func isAnswerable(_ text: String) -> Bool {
    text.utf8.count <= greatestLength && text.contains { $0.isLetter || $0.isNumber }
  }

  /// A server's text without the secrets that it may repeat.
  func redacted(_ text: String) -> String { URLText.redacted(text, query: query) }
}

extension HTTPAddress {
  /// Whether the host is this machine.
  ///
  /// - Source: RFC 6761 section 6.3, RFC 1122 section 3.2.1.3, RFC 4291 section 2.5.3.
  var isThisMachine: Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "[::1"
      || (host.hasPrefix("127.") && host.split(separator: ".").allSatisfy { UInt8($0) != nil })
  }
}
