import Glibc

/// A line between two coordinates, straight in longitude and latitude, the shorter way around.
struct Edge {
  let from: CLLocationCoordinate2D
  let to: CLLocationCoordinate2D

  /// Returns the geodesic distance to the nearest point.
  func distance(to coordinate: CLLocationCoordinate2D) -> CLLocationDistance {
    let scale = cos(coordinate.latitude * .pi / 180)
    let ax = turn(from.longitude - coordinate.longitude) * scale
    let ay = from.latitude - coordinate.latitude
    let dx = turn(to.longitude - from.longitude) * scale
    let dy = to.latitude - from.latitude
    let squared = dx * dx + dy * dy
    let t = squared > 0 ? max(0, min(1, -(ax * dx + ay * dy) / squared)) : 0
    return Geodesic.distance(
      from: coordinate,
      to: CLLocationCoordinate2DMake(
        from.latitude + t * dy, turn(from.longitude + t * turn(to.longitude - from.longitude))))
  }

  /// Whether the ray to the east along the coordinate's parallel crosses it.
  func isCrossedEast(of coordinate: CLLocationCoordinate2D) -> Bool {
    guard (from.latitude > coordinate.latitude) != (to.latitude > coordinate.latitude) else { return false }
    let t = (coordinate.latitude - from.latitude) / (to.latitude - from.latitude)
    return turn(from.longitude - coordinate.longitude) + t * turn(to.longitude - from.longitude) > 0
  }

  /// Degrees brought into −180…180.
  private func turn(_ degrees: Double) -> Double {
    degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
  }
}
