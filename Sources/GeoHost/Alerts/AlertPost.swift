import Geo
import GeoStore

/// Posts messages to a web hook, one after another.
///
/// Each carries its `id` as `Idempotency-Key`, so that the server can recognize a second copy: an answer may
/// be lost on its way, and then geoscript sends the message again.
///
/// - Source: draft-ietf-httpapi-idempotency-key-header-07, section 2: the value is a string of RFC 8941, in quotes.
final class AlertPost: AlertTransport {
  private let shape: SinkShape
  private let post: HTTPPost

  /// - Errors: ``GeoError`` `cannotCreate` when libcurl is missing.
  static func route(
    _ address: HTTPAddress, _ shape: SinkShape, _ headers: [String], _ patience: Double
  ) throws(GeoError) -> AlertRoute {
    if let missing = HTTPClient.missing { throw GeoError(.cannotCreate, missing, at: address.origin) }
    return AlertRoute(key: HTTPPost.key(address), label: address.origin, patience: patience) {
      AlertPost(address, headers, shape: shape)
    }
  }

  /// - Parameter limit: Seconds that one post may take.
  init(
    _ address: HTTPAddress, _ headers: [String], shape: SinkShape = SinkShape(), limit: Double = 30
  ) {
    self.shape = shape
    post = HTTPPost(address, headers, others: shape.service?.secrets ?? [], limit: limit)
  }

  func send(_ item: OutboxItem, isOver: () -> Bool) -> DeliveryAnswer {
    let content = shape.content(of: item.body)
    let headers = ["Content-Type: \(content.form.mediaType)", "Idempotency-Key: \"\(item.alertID)\""]
    return post.send(HTTPPost.Request(body: Array(content.text.utf8), headers: headers), isOver)
  }
}
