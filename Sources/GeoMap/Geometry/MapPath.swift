public import GeoCore

/// Lines and rings on the map; each vertex lies the shorter way in longitude from the previous one.
///
/// - Source: MG-21.
public enum MapPath {
  /// Returns the map points of vertices connected this way; when a line crosses the 180th meridian, x
  /// continues beyond the world.
  ///
  /// The first vertex is inside the world. Exactly half around, the direction stays as given. An invalid
  /// coordinate is at (−1, −1), as in ``MKMapPointForCoordinate(_:)``, and does not affect the direction.
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
  /// For a line across the 180th meridian, its western edge is negative or its eastern one beyond the world,
  /// F-3.
  public static func boundingRect(_ points: [MKMapPoint]) -> MKMapRect {
    guard let first = points.first else { return .null }
    var (west, east, north, south) = (first.x, first.x, first.y, first.y)
    for point in points {
      west = min(west, point.x)
      east = max(east, point.x)
      north = min(north, point.y)
      south = max(south, point.y)
    }
    // From both extremes, so that each vertex is inside even if the difference is rounded.
    return MKMapRect(x: west, y: north, width: 0, height: 0)
      .union(MKMapRect(x: east, y: south, width: 0, height: 0))
  }
}
