import CLibXML2
import Geo

/// Reads the waypoints, routes and tracks of a GPX as shapes; times are left aside.
enum GPXShapes {
  /// - Errors: ``GeoError`` (`data`) when it is no GPX to its end.
  static func read(_ stream: ByteStream) throws(GeoError) -> [FileShape] {
    let text = try WholeText(stream)
    if let fault = stream.takeFault() { throw GeoError(.data, "is cut short: \(fault)", at: stream.name) }
    // libxml2 holds this pointer and hands it to every callback, so the state may not move.
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    state.initialize(to: State())
    defer {
      state.deinitialize(count: 1)
      state.deallocate()
    }
    let bytes = text.bytes
    let first = min(4, bytes.count)
    guard let xml = XMLStream(callbacks(), state, .init(rebasing: bytes[..<first])) else {
      throw GeoError(.internal, "no memory for a parser of XML", at: stream.name)
    }
    state.pointee.parser = xml.parser
    var start = first
    while xml.isGoingOn, start < bytes.count {
      let end = min(start + 1 << 16, bytes.count)
      xml.parse(.init(rebasing: bytes[start..<end]))
      if let fault = xml.overlongToken { state.pointee.refuse(fault) }
      start = end
    }
    if xml.isGoingOn { xml.finish() }
    withExtendedLifetime(text) {}
    if let fault = state.pointee.refusal ?? xml.fault?.message {
      throw GeoError(.data, fault, at: stream.name)
    }
    return state.pointee.shapes
  }

  private static func callbacks() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.startElementNs = { state, name, _, _, _, _, count, _, attributes in
      state?.assumingMemoryBound(to: State.self).pointee.start(name, attributes, Int(count))
    }
    handler.endElementNs = { state, _, _, _ in
      state?.assumingMemoryBound(to: State.self).pointee.end()
    }
    handler.characters = { state, bytes, count in
      state?.assumingMemoryBound(to: State.self).pointee.take(bytes, Int(count))
    }
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = handler.characters
    handler.internalSubset = { state, _, _, _ in
      state?.assumingMemoryBound(to: State.self).pointee.refuse(
        "has a <!DOCTYPE>, which a GPX has not; entities are not expanded")
    }
    return handler
  }

  private struct State {
    var parser: xmlParserCtxtPtr?
    var refusal: String?
    var shapes: [FileShape] = []

    private var depth = 0
    /// The waypoint, route or track that is open.
    private var open: (element: String, depth: Int)?
    private var name: String?
    private var parts: [[CLLocationCoordinate2D]] = []
    private var text: [UInt8]?

    mutating func refuse(_ message: String) {
      if refusal == nil { refusal = message }
      if let parser { xmlStopParser(parser) }
    }

    mutating func start(
      _ name: UnsafePointer<xmlChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?,
      _ count: Int
    ) {
      depth += 1
      if depth > 256 { return refuse("has elements over 256 deep") }
      let element = name.map { String(cString: $0) } ?? ""
      if depth == 1, element != "gpx" { return refuse("is <\(element)>, not a GPX, KML or GeoJSON") }
      switch element {
      case "wpt", "rte", "trk":
        guard open == nil else { return }
        open = (element, depth)
        self.name = nil
        parts = []
        if element != "trk" { parts.append([]) }
        if element == "wpt" { addPlace(attributes, count) }
      case "trkseg": if open?.element == "trk" { parts.append([]) }
      case "trkpt", "rtept": if open != nil { addPlace(attributes, count) }
      case "name": if let open, depth == open.depth + 1 { text = [] }
      default: break
      }
    }

    private mutating func addPlace(
      _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ count: Int
    ) {
      var place = CLLocationCoordinate2D(latitude: .nan, longitude: .nan)
      guard let attributes, !parts.isEmpty else { return }
      // Five pointers each: local name, prefix, URI, start and end of the value.
      for index in 0..<count {
        let attribute = attributes + 5 * index
        guard let name = attribute[0], let start = attribute[3], let end = attribute[4] else { continue }
        let value = Decimal.parse(UnsafeBufferPointer(start: start, count: end - start)) ?? .nan
        switch String(cString: name) {
        case "lat": place.latitude = value
        case "lon": place.longitude = value
        default: break
        }
      }
      if CLLocationCoordinate2DIsValid(place) { parts[parts.count - 1].append(place) }
    }

    mutating func take(_ bytes: UnsafePointer<xmlChar>?, _ count: Int) {
      guard let open, depth == open.depth + 1, let known = text, known.count < 1024 else { return }
      text = known + UnsafeBufferPointer(start: bytes, count: count)
    }

    mutating func end() {
      if let open {
        if depth == open.depth + 1, let text {
          name = String(decoding: text, as: UTF8.self).split { $0.isWhitespace }.joined(separator: " ")
          self.text = nil
        } else if depth == open.depth {
          close(open.element)
        }
      }
      depth -= 1
    }

    private mutating func close(_ element: String) {
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
}
