public import GeoCore
public import GeoRegions

extension GeoJSON {
  /// Returns a shape, another annotation or a Feature of them as a Feature that ``MKGeoJSONDecoder`` reads
  /// back.
  ///
  /// A circle is a Point with `radius`. Lines and polygons are cut at the 180th meridian, which makes a
  /// polygon a MultiPolygon. A line that follows the earth's curve is written with its points.
  ///
  /// - Errors: ``GeoError`` for shapes that GeoJSON does not have: too few places, a place not on the earth,
  ///   tiles.
  /// - Source: RFC 7946, §3.1.6 for the direction of rings, §3.1.9 for the cut.
  public static func feature(_ annotation: any MKAnnotation) throws(GeoError) -> JSONValue {
    var properties: [(name: String, value: JSONValue)] = []
    if let title = annotation.title { properties.append(("title", .string(title))) }
    if let subtitle = annotation.subtitle { properties.append(("subtitle", .string(subtitle))) }
    if let circle = annotation as? MKCircle { properties.append(("radius", .number(circle.radius))) }
    return feature(nil, .object(properties), try geometry(of: annotation))
  }

  public static func feature(_ feature: MKGeoJSONFeature) throws(GeoError) -> JSONValue {
    var geometries: [JSONValue] = []
    for shape in feature.geometry { geometries.append(try geometry(of: shape)) }
    let whole: JSONValue =
      switch geometries.count {
      case 0: .null
      case 1: geometries[0]
      default: .object([("type", .string("GeometryCollection")), ("geometries", .array(geometries))])
      }
    return self.feature(feature.identifier, feature.propertyValues, whole)
  }

  private static func feature(
    _ identifier: String?, _ properties: JSONValue, _ geometry: JSONValue
  ) -> JSONValue {
    let id: [(name: String, value: JSONValue)] = identifier.map { [("id", .string($0))] } ?? []
    return .object(
      [("type", .string("Feature"))] + id + [("properties", properties), ("geometry", geometry)])
  }

  private static func geometry(of annotation: any MKAnnotation) throws(GeoError) -> JSONValue {
    switch annotation {
    case let polygon as MKPolygon: return polygons(Antimeridian.cut([try rings(of: polygon)]))
    case let several as MKMultiPolygon:
      var parts: [[Antimeridian.Ring]] = []
      for polygon in several.polygons { parts.append(try rings(of: polygon)) }
      let values = Antimeridian.cut(parts).map { part in
        JSONValue.array(part.map { .array(closed($0)) })
      }
      return geometry("MultiPolygon", .array(values))
    case let line as MKPolyline:
      let lines = try self.lines(of: line)
      return lines.count == 1
        ? geometry("LineString", lines[0]) : geometry("MultiLineString", .array(lines))
    case let several as MKMultiPolyline:
      var lines: [JSONValue] = []
      for line in several.polylines { lines += try self.lines(of: line) }
      return geometry("MultiLineString", .array(lines))
    case let points as MKMultiPoint:
      return geometry("MultiPoint", .array(points.coordinates.map(position)))
    case is MKTileOverlay: throw GeoError(.data, "a tile overlay has no shape to write")
    default:
      let place = annotation.coordinate
      guard CLLocationCoordinate2DIsValid(place) else {
        throw GeoError(
          .data, "latitude \(place.latitude), longitude \(place.longitude) is not a place on the earth")
      }
      return geometry("Point", position(place))
    }
  }

  private static func rings(of polygon: MKPolygon) throws(GeoError) -> [Antimeridian.Ring] {
    var rings: [Antimeridian.Ring] = []
    for ring in [polygon] + polygon.interiorPolygons {
      var places = ring.coordinates
      if places.count > 1, places.first == places.last { places.removeLast() }
      guard places.count > 2 else {
        throw GeoError(.data, "a ring needs three different coordinates, got \(places.count)")
      }
      rings.append(places)
    }
    return rings
  }

  private static func lines(of line: MKPolyline) throws(GeoError) -> [JSONValue] {
    let places = line.coordinates
    guard places.count > 1 else {
      throw GeoError(.data, "a line needs two coordinates, got \(places.count)")
    }
    return Antimeridian.cut(line: places).map { .array($0.map(position)) }
  }
}
