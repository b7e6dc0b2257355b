public import GeoCore

/// Several lines in one style, as one overlay.
open class MKMultiPolyline: MKShape, MKOverlay {
  public let polylines: [MKPolyline]
  /// Encloses all of them, moved around the world to be narrow.
  public let boundingMapRect: MKMapRect

  public init(_ polylines: [MKPolyline]) {
    self.polylines = polylines
    boundingMapRect = MapPath.narrowestRect(polylines.map(\.boundingMapRect))
    super.init()
  }

  /// The middle of the bounding rect.
  open override var coordinate: CLLocationCoordinate2D { MapPath.middle(boundingMapRect) }

  public func intersects(_ mapRect: MKMapRect) -> Bool { polylines.contains { $0.intersects(mapRect) } }
}
