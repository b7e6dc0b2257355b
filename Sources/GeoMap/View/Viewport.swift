import GeoCore
import Glibc

/// The part of the map that a view shows, with level and heading.
///
/// - Units: the view's points run right and down from its upper left corner, map points east and south from the
///   world's north-west corner.
struct Viewport: Hashable {
  /// The map point in the middle of the view; x is inside the world, 0 ≤ x < 2^28.
  var center = MKMapPoint(x: MKMapSizeWorld.width / 2, y: MKMapSizeWorld.height / 2)
  /// Screen points per map point.
  var zoomScale: MKZoomScale = 1.0 / 262_144
  /// The size of the view, in points.
  var size = CGSize(width: 800, height: 600)
  /// The direction at the top, in degrees clockwise from north, 0 ≤ heading < 360.
  var heading: CLLocationDirection = 0
  /// The rect that a view without area will show as soon as it has one.
  var waiting: MKMapRect?

  /// The world as far as it fits.
  ///
  /// - Source: MV-6, MG-14.
  init(size: CGSize = CGSize(width: 800, height: 600)) {
    self.size = size
    level = smallestLevel
    if !hasArea { waiting = MKMapRectWorld }
  }

  /// The visible part of the map before rotation, in map points.
  var rect: MKMapRect { rect(of: size) }

  /// The smallest upright rect around the visible area; across the 180th meridian it extends beyond the
  /// world.
  var visibleRect: MKMapRect { rect(of: turnedSize) }

  /// The size of the smallest upright rectangle around the rotated view, in points.
  var turnedSize: CGSize {
    let (sine, cosine) = turn
    let (s, c) = (abs(sine), abs(cosine))
    return CGSize(width: size.width * c + size.height * s, height: size.width * s + size.height * c)
  }

  private func rect(of size: CGSize) -> MKMapRect {
    let (width, height) = (size.width / zoomScale, size.height / zoomScale)
    return MKMapRect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
  }

  /// The point of a place in the view: of its copies around the world, the one nearest to the view's middle.
  func point(for mapPoint: MKMapPoint) -> CGPoint {
    point(Mercator.shortestWay(mapPoint.x - center.x), mapPoint.y - center.y)
  }

  /// The point of a place `x`, `y` map points from the middle, without wrapping.
  func point(_ x: Double, _ y: Double) -> CGPoint {
    let (sine, cosine) = turn
    return CGPoint(
      x: (x * cosine + y * sine) * zoomScale + size.width / 2,
      y: (y * cosine - x * sine) * zoomScale + size.height / 2)
  }

  /// The place at a point of the view; across the 180th meridian x is beyond the world.
  func mapPoint(for point: CGPoint) -> MKMapPoint {
    let (sine, cosine) = turn
    let (x, y) = ((point.x - size.width / 2) / zoomScale, (point.y - size.height / 2) / zoomScale)
    return MKMapPoint(x: center.x + x * cosine - y * sine, y: center.y + x * sine + y * cosine)
  }

  /// The sine and the cosine of the heading; exact for quarter turns.
  private var turn: (sine: Double, cosine: Double) {
    switch heading {
    case 0: (0, 1)
    case 90: (1, 0)
    case 180: (0, -1)
    case 270: (-1, 0)
    default: (sin(heading * .pi / 180), cos(heading * .pi / 180))
    }
  }
}
