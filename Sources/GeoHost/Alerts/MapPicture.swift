import Geo
import GeoRender

/// Draws pictures of moments on one thread, beside the run.
final class MapPicture {
  /// In points, which are pixels here.
  static let size = CGSize(width: 600, height: 400)

  private let renderer: PictureRenderer
  private let fetcher = TileFetcher(cachePath: nil) { _ in }

  /// - Errors: ``GeoError`` `unavailable` if drawing is not installed.
  init(_ zone: TimeZoneRules) throws(GeoError) {
    var options = PictureOptions(name: try PictureName("map.png"))
    options.timeZone = zone
    renderer = try PictureRenderer(options, advise: { _ in }, warn: { _ in })
  }

  deinit { fetcher.close() }

  /// The bytes of a PNG.
  ///
  /// - Errors: ``GeoError`` if it cannot be drawn.
  func png(_ moment: MapMoment, device: String, title: String, time: TimeInterval) throws(GeoError) -> [UInt8]
  {
    var track = Track(limit: 4 * MapMoment.mostPlaces)
    for place in moment.places { track.add(place, at: time) }
    track.add(moment.fix, at: time)
    var subject = DeviceTrack(device: DeviceID(index: 0), name: device, track: track)
    subject.alerts = [.init(time: time, title: title, coordinate: moment.fix)]
    subject.regions = moment.regions
    let picture = TrackMap(
      [subject], deviceCount: 1, size: MapPicture.size, renderer: renderer, fetcher: fetcher)
    if moment.accuracy > 0 {
      let color = picture.palette.track(0)
      picture.hostMap.add(
        MKCircle(center: moment.fix, radius: moment.accuracy),
        HostMap.LineStyle(
          stroke: color.withAlphaComponent(0.6), fill: color.withAlphaComponent(0.15), width: 1))
    }
    let map = picture.hostMap.map
    _ = map.prepareToDraw()
    return try renderer.drawingContext.picture(size: map.bounds.size) { map.draw(in: $0) }
  }
}

/// The pictures that a sink sends: each drawn at the first attempt and kept until it is sent.
final class SinkPictures {
  private let shape: SinkShape
  private var drawer: MapPicture?
  /// Whether drawing has failed for good.
  private var isBroken = false
  private var last: (id: String, bytes: [UInt8]?)?

  init(_ shape: SinkShape) { self.shape = shape }

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
    if drawer == nil { drawer = try? MapPicture(shape.style.zone ?? .utc) }
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
