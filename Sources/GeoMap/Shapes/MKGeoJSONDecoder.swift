public import GeoCore

/// Reads GeoJSON as shapes: a Point is an ``MKPointAnnotation``, the others are named like their GeoJSON
/// types.
///
/// Beyond Map Kit, a Feature's `title` or `name` and its `subtitle` become those of its shapes, and a Point
/// with a `radius` is an ``MKCircle``, as ``GeoJSON`` writes both. Shapes cut at the 180th meridian (RFC 7946
/// §3.1.9) are joined: a MultiPolygon or MultiLineString whose parts all join becomes a polygon or line.
///
/// - Units: degrees, longitude first; a third number of a position, its height, is ignored.
/// - Source: RFC 7946.
public struct MKGeoJSONDecoder {
  public init() {}

  /// Returns the Features of a FeatureCollection, a single Feature, or the shapes of a bare geometry.
  ///
  /// - Errors: ``GeoError`` (`data`) with the position: the byte for invalid JSON, the path for invalid
  ///   GeoJSON.
  public func decode(_ text: String) throws(GeoError) -> [any MKGeoJSONObject] {
    try decode(JSONParser.parse(text))
  }

  /// The same for a parsed text.
  public func decode(_ value: JSONValue) throws(GeoError) -> [any MKGeoJSONObject] {
    let place = GeoJSONPlace()
    let type = try place.type(of: value)
    switch type {
    case "FeatureCollection":
      let features = try place.array("features", of: value)
      var objects: [any MKGeoJSONObject] = []
      for (index, feature) in features.enumerated() {
        objects.append(try self.feature(feature, place.member("features").element(index)))
      }
      return objects
    case "Feature": return [try feature(value, place)]
    default: return try GeoJSONGeometry.shapes(value, place)
    }
  }

  private func feature(_ value: JSONValue, _ place: GeoJSONPlace) throws(GeoError) -> MKGeoJSONFeature {
    guard try place.type(of: value) == "Feature" else {
      throw place.fault("expected a Feature, got \(try place.type(of: value))")
    }
    var members: [(name: String, value: JSONValue)]?
    switch value["properties"] {
    case .object(let found): members = found
    case nil, .null: break
    default: throw place.member("properties").fault("expected an object or null")
    }
    var shapes: [MKShape] = []
    switch value["geometry"] {
    case nil, .null: break
    case let geometry?: shapes = try GeoJSONGeometry.shapes(geometry, place.member("geometry"))
    }
    let properties = JSONValue.object(members ?? [])
    if case .number(let radius)? = properties["radius"]?.asNumber, radius > 0 {
      shapes = shapes.map { shape in
        shape is MKPointAnnotation ? MKCircle(center: shape.coordinate, radius: radius) : shape
      }
    }
    let title = properties["title"]?.text ?? properties["name"]?.text
    for shape in shapes {
      shape.title = title
      shape.subtitle = properties["subtitle"]?.text
    }
    return MKGeoJSONFeature(
      identifier: try identifier(value["id"], place.member("id")), members: members, geometry: shapes)
  }

  private func identifier(_ value: JSONValue?, _ place: GeoJSONPlace) throws(GeoError) -> String? {
    switch value {
    case nil, .null: nil
    case .string(let text): text
    case .integer(let number): String(number)
    case .number(let number): JSONValue.text(of: number)
    default: throw place.fault("expected a text or a number")
    }
  }
}
