/// Lines and rings over the map, each vertex the shorter way in longitude from the one before.
///
/// - Source: MG-21.
public enum MapPath {
  /// Returns the map points of vertices so joined; where a line goes across the 180th meridian, x goes on beyond the
  /// world.
  ///
  /// The first vertex lies in the world. Half around is no way shorter and stays as it was given. An invalid coordinate
  /// is at (−1, −1), as ``MKMapPointForCoordinate(_:)`` says, and turns nothing.
  public static func points(_ coordinates: [CLLocationCoordinate2D]) -> [MKMapPoint] {
    [MKMapPoint](unsafeUninitializedCapacity: coordinates.count) { points, count in
      var turns = 0.0
      var longitude: CLLocationDegrees?
      for coordinate in coordinates {
        var point = Mercator.point(coordinate)
        if CLLocationCoordinate2DIsValid(coordinate) {
          let step = coordinate.longitude - (longitude ?? coordinate.longitude)
          if step > 180 { turns -= 1 } else if step < -180 { turns += 1 }
          longitude = coordinate.longitude
          point.x += turns * Mercator.world
        }
        points.initializeElement(at: count, to: point)
        count += 1
      }
    }
  }

  /// Returns the smallest rect around map points; null without any.
  ///
  /// Of a line across the 180th meridian its western edge is negative or its eastern one beyond the world, F-3.
  public static func boundingRect(_ points: [MKMapPoint]) -> MKMapRect {
    guard let first = points.first else { return .null }
    var (west, east, north, south) = (first.x, first.x, first.y, first.y)
    for point in points {
      west = min(west, point.x)
      east = max(east, point.x)
      north = min(north, point.y)
      south = max(south, point.y)
    }
    // Of two places, so that each vertex is in it even where the difference is rounded.
    return MKMapRect(x: west, y: north, width: 0, height: 0)
      .union(MKMapRect(x: east, y: south, width: 0, height: 0))
  }
}
