package import Geo

/// Draws moments; used by one thread.
package protocol MomentDrawer {
  /// The bytes of a PNG.
  ///
  /// - Errors: ``GeoError`` if it cannot be drawn.
  func png(_ moment: MapMoment, device: String, title: String, time: TimeInterval) throws(GeoError) -> [UInt8]
}

/// What draws the moments of a run, which sinks do not know.
package struct MomentDrawing: Sendable {
  /// Throws if drawing is not installed.
  let check: @Sendable () throws(GeoError) -> Void
  /// Returns what draws with the times of a zone.
  let drawer: @Sendable (TimeZoneRules) throws(GeoError) -> any MomentDrawer

  package init(
    check: @escaping @Sendable () throws(GeoError) -> Void,
    drawer: @escaping @Sendable (TimeZoneRules) throws(GeoError) -> any MomentDrawer
  ) {
    (self.check, self.drawer) = (check, drawer)
  }
}

/// The pictures that a sink sends: each drawn at the first attempt and kept until it is sent.
final class SinkPictures {
  private let shape: SinkShape
  private let drawing: MomentDrawing?
  private var drawer: (any MomentDrawer)?
  /// Whether drawing has failed for good.
  private var isBroken = false
  private var last: (id: String, bytes: [UInt8]?)?

  init(_ shape: SinkShape, _ drawing: MomentDrawing? = nil) { (self.shape, self.drawing) = (shape, drawing) }

  /// The picture of a message; nil if the sink wants none, and if it cannot be drawn: the message goes without.
  func png(of message: JSONValue) -> [UInt8]? {
    guard shape.map, !isBroken, let input = message["map"], let id = message["id"]?.text else { return nil }
    if let last, last.id == id { return last.bytes }
    let bytes = draw(input, message)
    last = (id, bytes)
    return bytes
  }

  private func draw(_ input: JSONValue, _ message: JSONValue) -> [UInt8]? {
    guard let moment = MapMoment(input) else { return nil }
    if drawer == nil { drawer = try? drawing?.drawer(shape.style.zone ?? .utc) }
    guard let drawer else {
      isBroken = true
      return nil
    }
    let title = message["title"]?.text ?? message["channel"]?.text ?? ""
    let time = message["time"]?.text.flatMap { ISO8601.parse($0) } ?? 0
    let origin = message["device"]?.text ?? message["group"]?.text ?? ""
    return try? drawer.png(moment, device: origin, title: title, time: time)
  }

  /// What the sink sends of a message, as JSON with the picture in it.
  func content(of body: String) -> SinkContent {
    guard shape.map, shape.template == nil, shape.channel == nil, let json = try? JSONParser.parse(body),
      case .object(var members) = json
    else { return shape.content(of: body) }
    members.removeAll { $0.name == "map" }
    if let png = png(of: json) {
      members.append(("map", .string("data:image/png;base64,\(Base64Text.encode(png))")))
    }
    return SinkContent(text: JSONValue.object(members).description, form: .json)
  }
}
