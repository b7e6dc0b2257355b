import Geo
import GeoFormats
import GeoStore
import Glibc

/// Posts messages to a web hook, one after another.
///
/// Each carries its `id` as `Idempotency-Key`, so that the server can recognize a second copy: an answer may
/// be lost on its way, and then geoscript sends the message again.
///
/// - Source: draft-ietf-httpapi-idempotency-key-header-07, section 2: the value is a string of RFC 8941, in quotes.
final class AlertPost: AlertTransport {
  private let pictures: SinkPictures
  private let secrets: [SigningSecret]
  private let post: HTTPPost

  /// - Errors: ``GeoError`` `cannotCreate` when libcurl is missing.
  static func route(
    _ address: HTTPAddress, _ shape: SinkShape, _ supplies: SinkSupplies, _ patience: Double
  ) throws(GeoError) -> AlertRoute {
    if let missing = HTTPClient.missing { throw GeoError(.cannotCreate, missing, at: address.origin) }
    if !supplies.secrets.isEmpty, let missing = MessageSignature.missing {
      throw GeoError(.cannotCreate, missing, at: "--alert-secret")
    }
    return AlertRoute(key: HTTPPost.key(address), label: address.origin, patience: patience) {
      AlertPost(
        address, supplies.headers, pictures: $0, secrets: supplies.secrets,
        others: shape.service?.secrets ?? [])
    }
  }

  /// - Parameters:
  ///   - others: Further secrets that no message may show.
  ///   - limit: Seconds that one post may take.
  init(
    _ address: HTTPAddress, _ headers: [String], pictures: SinkPictures = SinkPictures(SinkShape()),
    secrets: [SigningSecret] = [], others: [String] = [], limit: Double = 30
  ) {
    (self.pictures, self.secrets) = (pictures, secrets)
    post = HTTPPost(address, headers, others: others, limit: limit)
  }

  func send(_ item: OutboxItem, isOver: () -> Bool) -> DeliveryAnswer {
    let content = pictures.content(of: item.body)
    let body = Array(content.text.utf8)
    let headers =
      ["Content-Type: \(content.form.mediaType)", "Idempotency-Key: \"\(item.alertID)\""]
      + SigningSecret.headers(id: item.alertID, time: time(nil), body: body, secrets)
    return post.send(HTTPPost.Request(body: body, headers: headers), isOver)
  }
}
