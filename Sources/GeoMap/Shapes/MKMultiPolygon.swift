public import GeoCore

/// Several polygons drawn alike, as one overlay.
open class MKMultiPolygon: MKShape, MKOverlay {
  public let polygons: [MKPolygon]
  /// Around all of them, moved around the world so that it is narrow.
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
