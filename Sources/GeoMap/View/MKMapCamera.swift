public import GeoCore
import Glibc

/// From where a map is looked at.
///
/// A map hands out and takes copies: changing one turns nothing until it is assigned back.
///
/// - Source: F-4, MV-38 on the pitch.
public final class MKMapCamera {
  /// What lies in the middle.
  public var centerCoordinate: CLLocationCoordinate2D
  /// The way from the eye to the center, in meters.
  public var centerCoordinateDistance: CLLocationDistance
  /// Degrees between the line of sight and straight down. It is kept but not projected: maps are drawn from above.
  public var pitch: Double
  /// Degrees clockwise from north that are up.
  public var heading: CLLocationDirection

  public init(
    centerCoordinate: CLLocationCoordinate2D = CLLocationCoordinate2D(latitude: 0, longitude: 0),
    centerCoordinateDistance: CLLocationDistance = 0, pitch: Double = 0, heading: CLLocationDirection = 0
  ) {
    self.centerCoordinate = centerCoordinate
    self.centerCoordinateDistance = centerCoordinateDistance
    self.pitch = pitch
    self.heading = heading
  }

  /// Looks at `center` from above `eye`: the heading and the pitch follow from where that lies.
  public convenience init(
    lookingAtCenter center: CLLocationCoordinate2D, fromEyeCoordinate eye: CLLocationCoordinate2D,
    eyeAltitude: CLLocationDistance
  ) {
    let way = Geodesic.inverse(from: eye, to: center)
    self.init(
      centerCoordinate: center, centerCoordinateDistance: hypot(way.distance, eyeAltitude),
      pitch: atan2(way.distance, eyeAltitude) * (180 / .pi), heading: way.distance > 0 ? way.finalAzimuth : 0)
  }

  /// How high above the ground the eye is, in meters; assigning it keeps the pitch.
  public var altitude: CLLocationDistance {
    get { centerCoordinateDistance * cosine }
    set { centerCoordinateDistance = newValue / cosine }
  }

  private var cosine: Double { cos(pitch * (.pi / 180)) }

  /// Whether a map can be looked at from it: all numbers are finite and the center's latitude is within ±90°.
  public var isUsable: Bool {
    centerCoordinate.aroundWorld != nil && centerCoordinateDistance.isFinite && centerCoordinateDistance >= 0
      && pitch.isFinite && heading.isFinite
  }

  /// The greatest tilt, in degrees.
  static let greatestPitch = 85.0
  /// Half the angle that a view's height takes up before the eye, in degrees.
  private static let halfAperture = 15.0

  /// The height of the ground that is seen from `distance` straight above, in meters; and back.
  static func visibleHeight(from distance: CLLocationDistance) -> CLLocationDistance {
    2 * distance * tan(halfAperture * (.pi / 180))
  }

  static func distance(forVisibleHeight height: CLLocationDistance) -> CLLocationDistance {
    height / (2 * tan(halfAperture * (.pi / 180)))
  }
}
