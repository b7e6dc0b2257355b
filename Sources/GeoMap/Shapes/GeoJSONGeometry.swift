import GeoCore
import GeoRegions

/// Reads the geometries of GeoJSON.
///
/// - Source: RFC 7946 §3.1.
enum GeoJSONGeometry {
  private static let types = [
    "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
  ]

  /// Returns the shapes of a geometry: one, or those of a collection.
  static func shapes(_ value: JSONValue, _ place: GeoJSONPlace) throws(GeoError) -> [MKShape] {
    let type = try place.type(of: value)
    if type == "GeometryCollection" {
      var shapes: [MKShape] = []
      for (index, part) in try place.array("geometries", of: value).enumerated() {
        shapes += try self.shapes(part, place.member("geometries").element(index))
      }
      return shapes
    }
    guard types.contains(type) else {
      throw place.fault("'\(type)' is not a GeoJSON type (expected \(types.joined(separator: ", ")))")
    }
    let coordinates = try place.array("coordinates", of: value)
    let inside = place.member("coordinates")
    // An empty geometry counts as missing (§3.1).
    guard !coordinates.isEmpty else { return [] }
    return [try shape(type, coordinates, inside)]
  }

  private static func shape(
    _ type: String, _ coordinates: [JSONValue], _ place: GeoJSONPlace
  ) throws(GeoError) -> MKShape {
    switch type {
    case "Point": MKPointAnnotation(coordinate: try position(.array(coordinates), place))
    case "MultiPoint": MKMultiPoint(coordinates: try positions(coordinates, place))
    case "LineString": MKPolyline(coordinates: try line(coordinates, place))
    case "MultiLineString": lines(try list(coordinates, place, line))
    case "Polygon": polygon(try list(coordinates, place, ring))
    default: polygons(try list(coordinates, place, rings))
    }
  }

  /// Joins parts that were one polygon before they were cut.
  private static func polygons(_ parts: [[Antimeridian.Ring]]) -> MKShape {
    let joined = Antimeridian.joined(parts)
    return joined.count == 1 && parts.count > 1 ? polygon(joined[0]) : MKMultiPolygon(joined.map(polygon))
  }

  /// The same for lines; other lines that touch stay separate.
  private static func lines(_ lines: [[CLLocationCoordinate2D]]) -> MKShape {
    var joined: [[CLLocationCoordinate2D]] = []
    for line in lines {
      guard let last = joined.last, let end = last.last, let start = line.first, Antimeridian.isOn(end),
        end.longitude == -start.longitude, end.latitude == start.latitude
      else {
        joined.append(line)
        continue
      }
      joined.removeLast()
      joined += Antimeridian.joined(lines: [last, line])
    }
    return joined.count == 1 && lines.count > 1
      ? MKPolyline(coordinates: joined[0]) : MKMultiPolyline(joined.map { MKPolyline(coordinates: $0) })
  }

  private static func polygon(_ rings: [[CLLocationCoordinate2D]]) -> MKPolygon {
    MKPolygon(
      coordinates: rings.first ?? [], interiorPolygons: rings.dropFirst().map { MKPolygon(coordinates: $0) })
  }

  private static func rings(
    _ values: [JSONValue], _ place: GeoJSONPlace
  ) throws(GeoError) -> [[CLLocationCoordinate2D]] {
    try list(values, place, ring)
  }

  private static func list<Element>(
    _ values: [JSONValue], _ place: GeoJSONPlace,
    _ read: ([JSONValue], GeoJSONPlace) throws(GeoError) -> Element
  ) throws(GeoError) -> [Element] {
    var elements: [Element] = []
    for (index, value) in values.enumerated() {
      let inside = place.element(index)
      elements.append(try read(inside.array(value), inside))
    }
    return elements
  }

  private static func line(
    _ values: [JSONValue], _ place: GeoJSONPlace
  ) throws(GeoError) -> [CLLocationCoordinate2D] {
    guard values.count > 1 else { throw place.fault("a line needs two positions, got \(values.count)") }
    return try positions(values, place)
  }

  /// A ring without the repetition of its first position.
  private static func ring(
    _ values: [JSONValue], _ place: GeoJSONPlace
  ) throws(GeoError) -> [CLLocationCoordinate2D] {
    var ring = try positions(values, place)
    guard ring.count > 3, ring.first == ring.last else {
      throw place.fault("a ring needs four positions, the last equal to the first, got \(ring.count)")
    }
    ring.removeLast()
    return ring
  }

  private static func positions(
    _ values: [JSONValue], _ place: GeoJSONPlace
  ) throws(GeoError) -> [CLLocationCoordinate2D] {
    var places: [CLLocationCoordinate2D] = []
    places.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      places.append(try position(value, place.element(index)))
    }
    return places
  }

  private static func position(
    _ value: JSONValue, _ place: @autoclosure () -> GeoJSONPlace
  ) throws(GeoError) -> CLLocationCoordinate2D {
    guard case .array(let numbers) = value, numbers.count >= 2,
      case .number(let longitude)? = numbers[0].asNumber, case .number(let latitude)? = numbers[1].asNumber
    else { throw place().fault("expected a position: longitude and latitude") }
    let found = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    guard CLLocationCoordinate2DIsValid(found) else {
      throw place().fault(
        "longitude \(longitude), latitude \(latitude) is not a place on the earth (longitude comes first)")
    }
    return found
  }
}
