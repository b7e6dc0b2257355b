import GeoTesting

@testable import GeoMap

/// Overlays for tests.
enum OverlayFixtures {
  /// OV-11.
  static func colorado() -> MKPolygon {
    let polygon = MKPolygon(
      coordinates: ShapeFixtures.ring(
        (41.000512, -109.050116), (41.002371, -102.052066), (36.993076, -102.041981), (36.99892, -109.045267))
    )
    polygon.title = "Colorado"
    return polygon
  }

  /// A square of one degree with a title.
  static func square(_ title: String, _ latitude: Double, _ longitude: Double) -> MKPolygon {
    let polygon = MKPolygon(
      coordinates: ShapeFixtures.square(latitude, longitude, latitude + 1, longitude + 1))
    polygon.title = title
    return polygon
  }

  static func titles(_ overlays: [any MKOverlay]) -> String {
    overlays.map { $0.title ?? "?" }.joined(separator: " ")
  }

  static func meets(_ overlay: any MKOverlay, _ rect: MKMapRect) -> Bool {
    (try? overlay.intersects(rect)) ?? false
  }
}
