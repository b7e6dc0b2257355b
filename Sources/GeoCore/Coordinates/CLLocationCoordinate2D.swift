/// Degrees of latitude or longitude, north and east positive.
public typealias CLLocationDegrees = Double
/// Meters.
public typealias CLLocationDistance = Double
/// Meters per second; negative is invalid.
public typealias CLLocationSpeed = Double
/// Degrees clockwise from true north, 0 ≤ direction < 360; negative is invalid.
public typealias CLLocationDirection = Double
/// Meters, the radius of uncertainty; negative is invalid.
public typealias CLLocationAccuracy = Double
/// Seconds.
public typealias TimeInterval = Double

/// A place on the WGS 84 ellipsoid.
///
/// - Units: degrees; latitude −90…90 north positive, longitude −180…180 east positive.
public struct CLLocationCoordinate2D: Hashable, Sendable {
  public var latitude: CLLocationDegrees
  public var longitude: CLLocationDegrees

  @inlinable
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// Returns the coordinate with the given degrees, without checking them.
@inlinable
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

/// Returns whether both values are numbers within ±90° and ±180°.
@inlinable
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
  // Written so that NaN compares false.
  abs(coordinate.latitude) <= 90 && abs(coordinate.longitude) <= 180
}

/// The coordinate that stands for "none": (−180, −180).
///
/// - Source: F-6 (unverified there); it fails ``CLLocationCoordinate2DIsValid(_:)``.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)
