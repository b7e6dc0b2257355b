public import GeoCore

/// Returns the map point of a coordinate.
///
/// A valid latitude beyond ±85.0511° is clamped to the end of the map.
///
/// - Errors: an invalid coordinate, including NaN, gives (−1, −1).
public func MKMapPointForCoordinate(_ coordinate: CLLocationCoordinate2D) -> MKMapPoint {
  Mercator.point(coordinate)
}

extension CLLocationCoordinate2D {
  /// Whether it lies beyond the end of the map, which shows it at its edge.
  package var isBeyondMap: Bool {
    // A place that was clamped once may lie a rounding error below.
    CLLocationCoordinate2DIsValid(self) && abs(latitude) > Mercator.greatestLatitude - 1e-9
  }
}

/// Returns the coordinate of a map point; a point beyond the 180th meridian is on its other side.
///
/// - Errors: a point that is not finite gives ``kCLLocationCoordinate2DInvalid``.
public func MKCoordinateForMapPoint(_ point: MKMapPoint) -> CLLocationCoordinate2D {
  Mercator.coordinate(point)
}

/// Returns the map points of coordinates, in one pass over memory (an extension); each like
/// ``MKMapPointForCoordinate(_:)``.
public func MKMapPointsForCoordinates(_ coordinates: [CLLocationCoordinate2D]) -> [MKMapPoint] {
  [MKMapPoint](unsafeUninitializedCapacity: coordinates.count) { points, count in
    count = coordinates.withUnsafeBufferPointer { MKMapPointsForCoordinates($0, points) }
  }
}

/// Writes the map points of coordinates into `points`, which has enough room and need not be initialized (an
/// extension).
///
/// - Returns: the number written.
@discardableResult
public func MKMapPointsForCoordinates(
  _ coordinates: UnsafeBufferPointer<CLLocationCoordinate2D>, _ points: UnsafeMutableBufferPointer<MKMapPoint>
) -> Int {
  let count = min(coordinates.count, points.count)
  for index in 0..<count { points.initializeElement(at: index, to: Mercator.point(coordinates[index])) }
  return count
}

/// Returns the coordinates of map points, in one pass over memory (an extension); each like
/// ``MKCoordinateForMapPoint(_:)``.
public func MKCoordinatesForMapPoints(_ points: [MKMapPoint]) -> [CLLocationCoordinate2D] {
  [CLLocationCoordinate2D](unsafeUninitializedCapacity: points.count) { coordinates, count in
    count = points.withUnsafeBufferPointer { MKCoordinatesForMapPoints($0, coordinates) }
  }
}

/// Writes the coordinates of map points into `coordinates`, which has enough room and need not be initialized
/// (an extension).
///
/// - Returns: the number written.
@discardableResult
public func MKCoordinatesForMapPoints(
  _ points: UnsafeBufferPointer<MKMapPoint>, _ coordinates: UnsafeMutableBufferPointer<CLLocationCoordinate2D>
) -> Int {
  let count = min(coordinates.count, points.count)
  for index in 0..<count { coordinates.initializeElement(at: index, to: Mercator.coordinate(points[index])) }
  return count
}
