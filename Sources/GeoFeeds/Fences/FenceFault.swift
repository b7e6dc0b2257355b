import CSimdJSON
import Geo

/// What is wrong with one Feature, Placemark, line or waypoint, for a person.
package struct FenceFault: Error {
  /// What it is counted under: one of a few, whatever the file holds.
  package let kind: String
  package let message: String

  init(_ kind: String, _ message: String) {
    self.kind = kind
    self.message = message
  }

  static let shapes = "expected a Point with a radius, a LineString with a width, a Polygon or a MultiPolygon"

  static let noGeometry = FenceFault("no geometry", "has no geometry (\(shapes))")

  /// A geometry that no region can be.
  static func geometry(_ name: String) -> FenceFault {
    let known = [
      "MultiPoint", "GeometryCollection", "MultiGeometry", "LinearRing", "Model", "Track", "MultiTrack",
    ]
    let kind = known.first { $0.lowercased() == name.lowercased() }
    return FenceFault(kind ?? "unknown geometry", "is a \(name) (\(shapes))")
  }

  static func severalLines(_ count: Int) -> FenceFault {
    FenceFault("several lines", "has \(count) lines apart (expected one LineString; make a region of each)")
  }

  static func outOfRange(_ place: CLLocationCoordinate2D, _ format: FenceFormat) -> FenceFault {
    let order = format == .ownTracks ? "" : "; \(format.rawValue) is longitude first"
    return FenceFault(
      "coordinate out of range",
      abs(place.latitude) > 90
        ? "latitude \(place.latitude) is out of range (expected −90…90\(order))"
        : "longitude \(place.longitude) is out of range (expected −180…180\(order))")
  }

  /// At most 60 bytes of a text, whatever it holds.
  static func excerpt(_ text: UnsafeBufferPointer<UInt8>) -> String {
    let limit = 60
    let start = String(decoding: text.prefix(limit), as: UTF8.self)
    return text.count > limit ? start + "…" : start
  }
}

extension FenceFault {
  /// The type that is not "Feature".
  static func notFeature(_ type: geo_text) -> FenceFault {
    FenceFault(
      "not a Feature",
      type.length == 0
        ? "has no type (expected \"Feature\")"
        : "the type is \(excerpt(type.buffer)) (expected \"Feature\")")
  }

  /// A whole text; `isLine` where others may follow it.
  package init(_ outcome: geo_fences_outcome, isLine: Bool) {
    kind = Int(outcome.is) == GEO_FENCES_NOT_JSON ? "not JSON" : "not GeoJSON"
    let expected = isLine ? "expected one Feature a line" : FenceForm.expectedGeoJSON
    switch Int(outcome.is) {
    case GEO_FENCES_NOT_JSON: message = "is not JSON: \(String(outcome.text)) (\(expected))"
    case GEO_FENCES_NOT_OBJECT: message = "is JSON but no object (\(expected))"
    case GEO_FENCES_NO_FEATURES: message = "is a FeatureCollection without an array of features"
    default:
      message =
        outcome.text.length == 0
        ? "is JSON without a type (\(expected))"
        : "type \"\(FenceFault.excerpt(outcome.text.buffer))\" is not one of GeoJSON (\(expected))"
    }
  }
}
