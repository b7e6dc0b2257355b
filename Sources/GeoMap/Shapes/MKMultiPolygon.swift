public import GeoCore

/// Several polygons in one style, as one overlay.
open class MKMultiPolygon: MKShape, MKOverlay {
  public let polygons: [MKPolygon]
  /// Encloses all of them, moved around the world to be narrow.
  public let boundingMapRect: MKMapRect

  public init(_ polygons: [MKPolygon]) {
    self.polygons = polygons
    boundingMapRect = MapPath.narrowestRect(polygons.map(\.boundingMapRect))
    super.init()
  }

  /// The middle of the bounding rect.
  open override var coordinate: CLLocationCoordinate2D { MapPath.middle(boundingMapRect) }

  public func intersects(_ mapRect: MKMapRect) -> Bool { polygons.contains { $0.intersects(mapRect) } }
}
