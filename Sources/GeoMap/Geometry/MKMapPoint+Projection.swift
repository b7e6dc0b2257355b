public import GeoCore

/// Returns the coordinate's place on the map.
///
/// A valid latitude beyond ±85.0511° is taken to be there, where the map ends.
///
/// - Errors: an invalid coordinate, NaN among them, gives (−1, −1).
public func MKMapPointForCoordinate(_ coordinate: CLLocationCoordinate2D) -> MKMapPoint {
  Mercator.point(coordinate)
}

/// Returns the place of a map point; one beyond the 180th meridian lies on the other side of it.
///
/// - Errors: a point that is not finite gives ``kCLLocationCoordinate2DInvalid``.
public func MKCoordinateForMapPoint(_ point: MKMapPoint) -> CLLocationCoordinate2D {
  Mercator.coordinate(point)
}

/// Returns the places of coordinates on the map, in one pass over memory (ours); each as ``MKMapPointForCoordinate(_:)``
/// gives it.
public func MKMapPointsForCoordinates(_ coordinates: [CLLocationCoordinate2D]) -> [MKMapPoint] {
  [MKMapPoint](unsafeUninitializedCapacity: coordinates.count) { points, count in
    count = coordinates.withUnsafeBufferPointer { MKMapPointsForCoordinates($0, points) }
  }
}

/// Writes the places of coordinates into `points`, which has room for as many and need not be initialized (ours).
///
/// - Returns: how many were written.
@discardableResult
public func MKMapPointsForCoordinates(
  _ coordinates: UnsafeBufferPointer<CLLocationCoordinate2D>, _ points: UnsafeMutableBufferPointer<MKMapPoint>
) -> Int {
  let count = min(coordinates.count, points.count)
  for index in 0..<count { points.initializeElement(at: index, to: Mercator.point(coordinates[index])) }
  return count
}

/// Returns the places of map points on the earth, in one pass over memory (ours); each as
/// ``MKCoordinateForMapPoint(_:)`` gives it.
public func MKCoordinatesForMapPoints(_ points: [MKMapPoint]) -> [CLLocationCoordinate2D] {
  [CLLocationCoordinate2D](unsafeUninitializedCapacity: points.count) { coordinates, count in
    count = points.withUnsafeBufferPointer { MKCoordinatesForMapPoints($0, coordinates) }
  }
}

/// Writes the places of map points into `coordinates`, which has room for as many and need not be initialized (ours).
///
/// - Returns: how many were written.
@discardableResult
public func MKCoordinatesForMapPoints(
  _ points: UnsafeBufferPointer<MKMapPoint>, _ coordinates: UnsafeMutableBufferPointer<CLLocationCoordinate2D>
) -> Int {
  let count = min(coordinates.count, points.count)
  for index in 0..<count { coordinates.initializeElement(at: index, to: Mercator.coordinate(points[index])) }
  return count
}
