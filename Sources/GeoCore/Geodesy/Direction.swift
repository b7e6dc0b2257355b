// Directions are a CLLocationDirection, which is a Double.
extension Double {
  /// The same direction in degrees, 0 ≤ d < 360.
  package var normalizedDirection: CLLocationDirection {
    // Adding 0 makes −0 a plain 0.
    let rest = truncatingRemainder(dividingBy: 360) + 0
    guard rest < 0 else { return rest }
    // A value slightly below 0 rounds up to 360, which is 0.
    return rest + 360 < 360 ? rest + 360 : 0
  }

  /// Returns the shorter arc to another direction in degrees, 0…180.
  package func turn(to other: CLLocationDirection) -> CLLocationDegrees {
    let arc = (self - other).normalizedDirection
    return Swift.min(arc, 360 - arc)
  }
}
