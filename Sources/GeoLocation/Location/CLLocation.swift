import CGeographicLib
public import GeoCore

/// The position of a device, its accuracy, and its time.
///
/// - Units: degrees, meters, meters per second.
/// - Source: F-10.
public final class CLLocation: Sendable, CustomStringConvertible {
  public let coordinate: CLLocationCoordinate2D
  public let altitude: CLLocationDistance
  /// Negative when `coordinate` is invalid.
  public let horizontalAccuracy: CLLocationAccuracy
  /// Negative when `altitude` is invalid.
  public let verticalAccuracy: CLLocationAccuracy
  /// −1 when unknown.
  public let course: CLLocationDirection
  /// −1 when unknown.
  public let speed: CLLocationSpeed
  /// How sure ``course`` is, in degrees, and ``speed``, in meters per second; −1 when unknown.
  public let courseAccuracy: CLLocationDirection
  public let speedAccuracy: CLLocationSpeed
  /// The floor of the building that it is on, 0 for the ground floor; nil when unknown.
  public let floor: CLFloor?
  /// What made it; nil if its source does not say.
  public let sourceInformation: CLLocationSourceInformation?
  /// When it was measured; this may be long ago.
  public let timestamp: NSDate
  /// Whether the source had no course and it was computed from the previous fix.
  public let isCourseDerived: Bool
  /// Whether the source had no speed and it was computed from the previous fix.
  public let isSpeedDerived: Bool

  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
    course: CLLocationDirection = -1, speed: CLLocationSpeed = -1, timestamp: NSDate,
    isCourseDerived: Bool = false, isSpeedDerived: Bool = false, courseAccuracy: CLLocationDirection = -1,
    speedAccuracy: CLLocationSpeed = -1, floor: CLFloor? = nil,
    sourceInformation: CLLocationSourceInformation? = nil
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.course = course
    self.speed = speed
    self.timestamp = timestamp
    self.isCourseDerived = isCourseDerived
    self.isSpeedDerived = isSpeedDerived
    self.courseAccuracy = courseAccuracy
    self.speedAccuracy = speedAccuracy
    self.floor = floor
    self.sourceInformation = sourceInformation
  }

  /// The short form: altitude 0, horizontal accuracy 0, everything else invalid.
  ///
  /// - Parameter now: the date on the device's clock; Apple's form takes it from the system.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees, now: NSDate) {
    self.init(
      coordinate: CLLocationCoordinate2DMake(latitude, longitude), altitude: 0,
      horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: now)
  }

  /// Returns the geodesic distance to `other` in meters, ignoring altitude.
  ///
  /// - Errors: NaN if a coordinate is not on the earth.
  /// - Source: Karney 2013 (doi:10.1007/s00190-012-0578-z) on WGS 84; Apple's own formula is not published.
  public func distance(from other: CLLocation) -> CLLocationDistance {
    gl_distance(
      coordinate.latitude, coordinate.longitude, other.coordinate.latitude, other.coordinate.longitude)
  }

  /// As Core Location prints it: `<+35.681236,+139.767125> +/- 5.00m (speed 1.20 mps / course 90.00) @ date`.
  public var description: String {
    let place =
      "<\(fixed(coordinate.latitude, 6, signed: true)),\(fixed(coordinate.longitude, 6, signed: true))>"
    let motion = "(speed \(fixed(speed, 2)) mps / course \(fixed(course, 2)))"
    return "\(place) +/- \(fixed(horizontalAccuracy, 2))m \(motion) @ \(timestamp)"
  }
}

/// A floor of a building.
public final class CLFloor: Sendable {
  /// 0 is the ground floor; those below it are negative.
  public let level: Int

  public init(level: Int) { self.level = level }
}

/// What made a location: a program that simulates it, or an accessory such as a receiver beside the phone.
public final class CLLocationSourceInformation: Sendable {
  public let isSimulatedBySoftware: Bool
  public let isProducedByAccessory: Bool

  public init(softwareSimulationState isSimulated: Bool, externalAccessoryState isAccessory: Bool) {
    (isSimulatedBySoftware, isProducedByAccessory) = (isSimulated, isAccessory)
  }
}
