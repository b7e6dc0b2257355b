public import GeoCore

/// A picture of a part of the map, with the positions of places on it.
///
/// - Source: Apple's reference of `MKMapSnapshot`.
public final class MKMapSnapshot {
  public let image: UIImage
  private let viewport: Viewport

  init(_ image: UIImage, _ viewport: Viewport) {
    self.image = image
    self.viewport = viewport
  }

  /// The position of a place on the image, in points from its upper left corner; possibly beyond its edges.
  ///
  /// Uses the place's copy around the world that is nearest to the middle.
  public func point(for coordinate: CLLocationCoordinate2D) -> CGPoint {
    viewport.point(for: MKMapPointForCoordinate(coordinate))
  }
}
