import Geo
import GeoStore

/// Posts alerts to a web hook over one connection, one after another.
///
/// Each carries its `id` as `Idempotency-Key`, so that the server can recognize a second copy: an answer may
/// be lost on its way, and then geoscript sends the alert again.
///
/// - Source: draft-ietf-httpapi-idempotency-key-header-07, section 2: the value is a string of RFC 8941, in quotes.
final class AlertPost: AlertTransport {
  private let address: HTTPAddress
  private let shape: SinkShape
  private let secrets: [String]
  private let headers: [String]
  private let client: HTTPClient

  /// The most redirects that an alert follows within the same server.
  private static let redirectLimit = 5
  /// The most bytes of an answer that are read; the status is known by then.
  private static let readLimit = 1 << 16

  /// - Errors: ``GeoError`` `cannotCreate` when libcurl is missing.
  static func route(
    _ address: HTTPAddress, _ shape: SinkShape, _ headers: [String], _ patience: Double
  ) throws(GeoError) -> AlertRoute {
    if let missing = HTTPClient.missing { throw GeoError(.cannotCreate, missing, at: address.origin) }
    // The path and query may be secret: their hash distinguishes two hooks of a server without revealing
    // them.
    var hash = FNV1a()
    hash.combine(address.url)
    let key = "\(address.origin)#\(String(hash.value, radix: 16))"
    return AlertRoute(key: key, label: address.origin, patience: patience) {
      AlertPost(address, headers, shape: shape)
    }
  }

  /// - Parameters:
  ///   - connectLimit: Seconds within which a connection must be made.
  ///   - limit: Seconds that one post may take.
  init(
    _ address: HTTPAddress, _ headers: [String], shape: SinkShape = SinkShape(), connectLimit: Double = 10,
    limit: Double = 30
  ) {
    (self.address, self.shape) = (address, shape)
    var headers = headers
    if !headers.contains(where: { $0.lowercased().hasPrefix("authorization:") }) {
      headers += [address.authorization].compactMap { $0 }
    }
    let values = headers.map { $0.drop { $0 != ":" }.dropFirst(2) }
    // A value often consists of a word and a secret: "Bearer …".
    let parts = values + values.flatMap { $0.split(separator: " ") }
    secrets = (parts.map(String.init) + [address.user, address.password].compactMap { $0 })
      .filter { $0.count > 3 }.sorted { $0.count > $1.count }
    self.headers = headers
    client = HTTPClient(agent: "geoscript", connectLimit: connectLimit, timeLimit: limit)
  }

  func send(_ item: OutboxItem, isOver: () -> Bool) -> DeliveryAnswer {
    var url = address.url
    let content = shape.content(of: item.body)
    for _ in 0...AlertPost.redirectLimit {
      let answer = post(item, content, to: url, isOver)
      guard let next = answer.redirect, (try? HTTPAddress(next))?.origin == address.origin else {
        return redacted(DeliveryAnswer(answer))
      }
      url = next
    }
    return .dead(reason: "more than \(AlertPost.redirectLimit) redirects", detail: "")
  }

  private func post(
    _ item: OutboxItem, _ content: SinkContent, to url: String, _ isOver: () -> Bool
  ) -> HTTPResponse {
    // An empty Expect keeps libcurl from asking first whether it may send a long body, which costs a second.
    let fixed = [
      "Content-Type: \(content.form.mediaType)", "Expect:", "Idempotency-Key: \"\(item.alertID)\"",
    ]
    return client.send(
      url, headers: fixed + headers, body: content.text, limit: AlertPost.readLimit, isOver: isOver)
  }

  /// Removes secrets from an answer, because a server may repeat what it was sent.
  private func redacted(_ answer: DeliveryAnswer) -> DeliveryAnswer {
    answer.reworded { text in secrets.reduce(text) { $0.replacing($1, with: "…") } }
  }
}
