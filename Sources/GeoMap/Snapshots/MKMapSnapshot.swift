public import GeoCore

/// A picture of a part of the map, and where places lie on it.
///
/// - Source: Apple's reference of `MKMapSnapshot`.
public final class MKMapSnapshot {
  public let image: UIImage
  private let viewport: Viewport

  init(_ image: UIImage, _ viewport: Viewport) {
    self.image = image
    self.viewport = viewport
  }

  /// Where a place lies on the image, in its points from its upper left corner; also beyond its edges.
  ///
  /// Of the place's copies around the world the one nearest the middle counts.
  public func point(for coordinate: CLLocationCoordinate2D) -> CGPoint {
    viewport.point(for: MKMapPointForCoordinate(coordinate))
  }
}
