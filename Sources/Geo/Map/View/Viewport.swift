/// What part of the map a view shows, and how.
struct Viewport: Hashable {
  /// The visible part of the map before it is turned, in map points.
  var rect = MKMapRectWorld
  /// The size of the view, in points.
  var size = CGSize(width: 800, height: 600)
  /// Degrees clockwise from north that are up.
  var heading: CLLocationDirection = 0
}
