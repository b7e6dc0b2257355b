/// A line that goes the shortest way over the earth from each place to the next.
///
/// - Shape: ``points`` are those that were given and as many between them as show its bend.
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
