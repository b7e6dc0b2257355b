import CSimdJSON
import Geo

/// What is wrong with a text or a Feature of GeoJSON; the words are made only where they are asked for.
///
/// Its texts live as long as the record that they come from.
enum FenceFault {
  /// A whole text; `isLine` where others may follow it.
  case text(geo_fences_outcome, isLine: Bool)
  /// The type that is not "Feature".
  case notFeature(geo_text)
  /// The geometry that is not "Point".
  case notPoint(geo_text)
  case noPosition
  case outOfRange(CLLocationCoordinate2D)
  case noIdentifier
  case noRadius
  /// A property whose value cannot be meant, and what would be right.
  case bad(StaticString, geo_fence_field, expected: StaticString)

  /// What it is counted under: one of a few, whatever the file holds.
  var kind: String {
    switch self {
    case .text(let outcome, _):
      Int(outcome.is) == GEO_FENCES_NOT_JSON ? "not JSON" : "not GeoJSON"
    case .notFeature: "not a Feature"
    case .notPoint(let geometry):
      geometry.length == 0 ? "no geometry" : Self.geometryName(geometry) ?? "unknown geometry"
    case .noPosition: "coordinates"
    case .outOfRange: "coordinate out of range"
    case .noIdentifier: "no identifier"
    case .noRadius: "no radius"
    case .bad(let name, _, _): "\(name)"
    }
  }

  var message: String {
    switch self {
    case .text(let outcome, let isLine): return Self.message(outcome, isLine)
    case .notFeature(let type):
      return type.length == 0
        ? "has no type (expected \"Feature\")"
        : "the type is \(Self.excerpt(type.buffer)) (expected \"Feature\")"
    case .notPoint(let geometry):
      let found = geometry.length == 0 ? "has no geometry" : "is a \(Self.excerpt(geometry.buffer))"
      return "\(found) (only circles are watched so far: expected a Point with properties.radius)"
    case .noPosition: return "its coordinates cannot be read (expected [longitude, latitude])"
    case .outOfRange(let place):
      return abs(place.latitude) > 90
        ? "latitude \(place.latitude) is out of range (expected −90…90; GeoJSON is longitude first)"
        : "longitude \(place.longitude) is out of range (expected −180…180; GeoJSON is longitude first)"
    case .noIdentifier:
      return "has no identifier (expected the Feature's id, or properties.identifier, name or title)"
    case .noRadius: return "has no radius (expected properties.radius, a number of metres)"
    case .bad(let name, let field, let expected):
      let quote = field.is == UInt8(GEO_FENCE_TEXT) ? "\"" : ""
      let value = quote + Self.excerpt(field.text.buffer) + quote
      return "\(name) \(value) cannot be read (expected \(expected))"
    }
  }

  private static func message(_ outcome: geo_fences_outcome, _ isLine: Bool) -> String {
    let expected = isLine ? "expected one Feature a line" : FenceForm.expected
    switch Int(outcome.is) {
    case GEO_FENCES_NOT_JSON: return "is not JSON: \(String(outcome.text)) (\(expected))"
    case GEO_FENCES_NOT_OBJECT: return "is JSON but no object (\(expected))"
    case GEO_FENCES_NO_FEATURES: return "is a FeatureCollection without an array of features"
    default:
      guard outcome.text.length > 0 else { return "is JSON without a type (\(expected))" }
      return "type \"\(excerpt(outcome.text.buffer))\" is not one of GeoJSON (\(expected))"
    }
  }

  /// The name of a geometry that GeoJSON has, nil for others.
  private static func geometryName(_ text: geo_text) -> String? {
    let names = [
      "Polygon", "MultiPolygon", "LineString", "MultiLineString", "MultiPoint", "GeometryCollection",
    ]
    return names.first { $0.utf8.elementsEqual(text.buffer) }
  }

  /// At most 60 bytes of a text, whatever it holds.
  static func excerpt(_ text: UnsafeBufferPointer<UInt8>) -> String {
    let limit = 60
    let start = String(decoding: text.prefix(limit), as: UTF8.self)
    return text.count > limit ? start + "…" : start
  }
}
