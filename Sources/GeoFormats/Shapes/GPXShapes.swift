import Geo

/// Reads the waypoints, routes and tracks of a GPX as shapes, without times.
final class GPXShapes: XMLReader {
  private var shapes: [FileShape] = []
  /// The open waypoint, route or track.
  private var open: (element: String, depth: Int)?
  private var name: String?
  private var parts: [[CLLocationCoordinate2D]] = []

  /// The most bytes of a name; no sensible one is longer.
  private static let nameLimit = 1024

  /// - Errors: ``GeoError`` (`data`) if it is not a complete GPX.
  static func read(_ stream: ByteStream) throws(GeoError) -> [FileShape] {
    let reader = GPXShapes()
    try reader.readDocument(stream)
    return reader.shapes
  }

  private init() { super.init("GPX", rootAdvice: "not a GPX, KML or GeoJSON") }

  override func begin(_ element: XMLElement) {
    switch element.name {
    case "wpt", "rte", "trk":
      guard open == nil else { return }
      open = (element.name, depth)
      name = nil
      parts = []
      if element.name != "trk" { parts.append([]) }
      if element.name == "wpt" { addPlace(element) }
    case "trkseg": if open?.element == "trk" { parts.append([]) }
    case "trkpt", "rtept": if open != nil { addPlace(element) }
    case "name": if let open, depth == open.depth + 1 { collectText() }
    default: break
    }
  }

  private func addPlace(_ element: XMLElement) {
    guard !parts.isEmpty else { return }
    let place = CLLocationCoordinate2D(
      latitude: element["lat"].flatMap { Decimal.parse($0) } ?? .nan,
      longitude: element["lon"].flatMap { Decimal.parse($0) } ?? .nan)
    if CLLocationCoordinate2DIsValid(place) { parts[parts.count - 1].append(place) }
  }

  override func endText(_ text: [UInt8]) {
    let words = String(decoding: text.prefix(Self.nameLimit), as: UTF8.self).split { $0.isWhitespace }
    name = words.joined(separator: " ")
  }

  override func end() { if let open, depth == open.depth { close(open.element) } }

  private func close(_ element: String) {
    open = nil
    let found: [MKShape] =
      element == "wpt"
      ? parts.joined().map { MKPointAnnotation(coordinate: $0) }
      : parts.filter { !$0.isEmpty }.map { MKPolyline(coordinates: $0) }
    parts = []
    for shape in found { shape.title = name }
    if !found.isEmpty { shapes.append(FileShape(found, title: name)) }
  }
}
