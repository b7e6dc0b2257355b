public import GeoCore

/// A line along the shortest way on the earth from each place to the next.
///
/// - Shape: ``points`` are the given ones and as many between them as its bend needs.
/// - Source: F-13; see ``Geodesic/interpolated(_:tolerance:)``.
public final class MKGeodesicPolyline: MKPolyline {
  public override init(coordinates: [CLLocationCoordinate2D]) {
    super.init(coordinates: Geodesic.interpolated(MapPath.valid(coordinates)))
  }

  public override init(points: [MKMapPoint]) {
    super.init(
      coordinates: Geodesic.interpolated(MapPath.finite(points).map(MKCoordinateForMapPoint)))
  }
}
