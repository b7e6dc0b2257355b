import Geo

/// The contents of one Placemark so far.
struct KMLPlacemark {
  let line: Int
  var texts = FenceTexts()
  /// The name of a geometry that no region has.
  var otherGeometry: String?

  private var points: [CLLocationCoordinate2D] = []
  private var lines: [[CLLocationCoordinate2D]] = []
  private var polygons: [[[CLLocationCoordinate2D]]] = []
  private var geometryElement = ""
  private var isInner = false
  private var fault: RecordFault?

  init(line: Int) { self.line = line }

  /// Records the beginning of an element.
  mutating func begin(_ element: String) {
    switch element {
    case "Point", "LineString": geometryElement = element
    case "Polygon":
      geometryElement = element
      polygons.append([])
    case "outerBoundaryIs": isInner = false
    case "innerBoundaryIs": isInner = true
    case "LinearRing" where geometryElement == "Polygon": break
    case "LinearRing", "Model", "Track", "MultiTrack":
      geometryElement = ""
      otherGeometry = element
    default: break
    }
  }

  /// Adds the tuples of a `<coordinates>`.
  mutating func append(coordinates: [UInt8]) {
    do throws(RecordFault) {
      let places = try KMLCoordinates.read(coordinates)
      switch geometryElement {
      case "Point": points.append(places[0])
      case "LineString": lines.append(places)
      case "Polygon" where !polygons.isEmpty: addRing(FenceGeometry.ring(places))
      default: break
      }
    } catch {
      if fault == nil { fault = error }
    }
  }

  private mutating func addRing(_ ring: [CLLocationCoordinate2D]) {
    let last = polygons.count - 1
    // Holes may come before their outer ring.
    if isInner { polygons[last].append(ring) } else { polygons[last].insert(ring, at: 0) }
  }

  func geometry() throws(RecordFault) -> FenceGeometry {
    if let fault { throw fault }
    if let otherGeometry { throw .geometry(otherGeometry) }
    switch (points.count, lines.isEmpty, polygons.isEmpty) {
    case (0, true, true): throw .noGeometry
    case (1, true, true): return .point(points[0])
    case (0, false, true): return .lines(lines)
    case (0, true, false): return .polygons(polygons)
    default: throw .geometry("MultiGeometry")
    }
  }
}

/// Tuples of longitude, latitude and optionally altitude, separated by space.
///
/// - Source: OGC 12-007r2 §16.9; space after a comma, which it forbids, is skipped.
enum KMLCoordinates {
  static func read(_ text: [UInt8]) throws(RecordFault) -> [CLLocationCoordinate2D] {
    var places: [CLLocationCoordinate2D] = []
    try forEach(text) { (numbers) throws(RecordFault) in
      places.append(try FenceGeometry.checked(CLLocationCoordinate2DMake(numbers[1], numbers[0]), .kml))
    }
    return places
  }

  /// Calls `take` with the two or three numbers of each tuple; throws if there is none.
  static func forEach(_ text: [UInt8], _ take: ([Double]) throws(RecordFault) -> Void) throws(RecordFault) {
    var numbers: [Double] = []
    var isEmpty = true
    var at = 0
    var endsWithComma = false
    func end() throws(RecordFault) {
      guard numbers.count == 2 || numbers.count == 3 else { throw fault(text) }
      isEmpty = false
      try take(numbers)
      numbers.removeAll(keepingCapacity: true)
    }
    while at < text.count {
      if text[at] <= 0x20 {
        at += 1
      } else if text[at] == comma {
        guard !numbers.isEmpty, !endsWithComma else { throw fault(text) }
        endsWithComma = true
        at += 1
      } else {
        if !numbers.isEmpty, !endsWithComma { try end() }
        let start = at
        while at < text.count, text[at] > 0x20, text[at] != comma { at += 1 }
        let number = text[start..<at].withUnsafeBufferPointer { Decimal.parse($0) }
        guard let number else { throw fault(text) }
        numbers.append(number)
        endsWithComma = false
      }
    }
    guard !endsWithComma else { throw fault(text) }
    if !numbers.isEmpty { try end() }
    guard !isEmpty else { throw fault(text) }
  }

  private static let comma = UInt8(ascii: ",")

  private static func fault(_ text: [UInt8]) -> RecordFault {
    let start = excerpt(text.drop { $0 <= 0x20 })
    return RecordFault(
      "coordinates", "coordinates \"\(start)\" cannot be read (expected longitude,latitude[,altitude] …)")
  }
}
