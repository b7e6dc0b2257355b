package import CSimdJSON
import Geo

/// The faults of one Feature, Placemark, line or waypoint.
extension RecordFault {
  static let shapes = "expected a Point with a radius, a LineString with a width, a Polygon or a MultiPolygon"

  static let noGeometry = RecordFault("no geometry", "has no geometry (\(shapes))")

  /// A geometry that no region can have.
  static func geometry(_ name: String) -> RecordFault {
    let known = [
      "MultiPoint", "GeometryCollection", "MultiGeometry", "LinearRing", "Model", "Track", "MultiTrack",
    ]
    let kind = known.first { $0.lowercased() == name.lowercased() }
    return RecordFault(kind ?? "unknown geometry", "is a \(name) (\(shapes))")
  }

  static func severalLines(_ count: Int) -> RecordFault {
    RecordFault(
      "several lines", "has \(count) separate lines (expected one LineString; make a region of each)")
  }

  static func outOfRange(_ place: CLLocationCoordinate2D, _ format: FenceFormat) -> RecordFault {
    let order = format == .ownTracks ? "" : "; \(format.rawValue) is longitude first"
    return RecordFault(
      "coordinate out of range",
      abs(place.latitude) > 90
        ? "latitude \(place.latitude) is out of range (expected −90…90\(order))"
        : "longitude \(place.longitude) is out of range (expected −180…180\(order))")
  }
}

extension RecordFault {
  /// The type that is not "Feature".
  static func notFeature(_ type: geo_text) -> RecordFault {
    RecordFault(
      "not a Feature",
      type.length == 0
        ? "has no type (expected \"Feature\")"
        : "the type is \(excerpt(type.buffer)) (expected \"Feature\")")
  }

  /// The fault of a whole text; `isLine` if others may follow it.
  package init(_ outcome: geo_fences_outcome, isLine: Bool) {
    let expected = isLine ? "expected one Feature a line" : FenceForm.expectedGeoJSON
    let message =
      switch Int(outcome.is) {
      case GEO_FENCES_NOT_JSON: "is not JSON: \(String(outcome.text)) (\(expected))"
      case GEO_FENCES_NOT_OBJECT: "is JSON but not an object (\(expected))"
      case GEO_FENCES_NO_FEATURES: "is a FeatureCollection without an array of features"
      default:
        outcome.text.length == 0
          ? "is JSON without a type (\(expected))"
          : "type \"\(excerpt(outcome.text.buffer))\" is not one of GeoJSON (\(expected))"
      }
    self.init(Int(outcome.is) == GEO_FENCES_NOT_JSON ? "not JSON" : "not GeoJSON", message)
  }
}
