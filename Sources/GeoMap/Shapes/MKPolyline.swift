/// A line through places, straight on the map.
open class MKPolyline: MKMultiPoint, MKOverlay {
  public func intersects(_ mapRect: MKMapRect) -> Bool {
    MapRectTest.anywhere(mapRect, boundingMapRect) { $0.meets(line: points) }
  }
}
