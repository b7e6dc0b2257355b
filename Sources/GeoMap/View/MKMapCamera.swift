public import GeoCore
import Glibc

/// The viewpoint of a map.
///
/// A map returns and takes copies: changes take effect when assigned to `map.camera`.
///
/// - Source: F-4, MV-38 on the pitch.
public final class MKMapCamera {
  /// The coordinate in the middle.
  public var centerCoordinate: CLLocationCoordinate2D
  /// The distance from the eye to the center, in meters.
  public var centerCoordinateDistance: CLLocationDistance
  /// Degrees between the line of sight and straight down. Stored but not projected: maps are drawn from
  /// above.
  public var pitch: Double
  /// The direction at the top, in degrees clockwise from north.
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

  /// A camera that looks at `center` from above `eye`, which determines the heading and the pitch.
  public convenience init(
    lookingAtCenter center: CLLocationCoordinate2D, fromEyeCoordinate eye: CLLocationCoordinate2D,
    eyeAltitude: CLLocationDistance
  ) {
    let way = Geodesic.inverse(from: eye, to: center)
    let heading = way.finalAzimuth < 0 ? way.finalAzimuth + 360 : way.finalAzimuth
    self.init(
      centerCoordinate: center, centerCoordinateDistance: hypot(way.distance, eyeAltitude),
      pitch: atan2(way.distance, eyeAltitude) * (180 / .pi), heading: way.distance > 0 ? heading : 0)
  }

  /// The height of the eye above the ground, in meters; assigning it keeps the pitch.
  public var altitude: CLLocationDistance {
    get { centerCoordinateDistance * cosine }
    set { centerCoordinateDistance = newValue / cosine }
  }

  private var cosine: Double { cos(pitch * (.pi / 180)) }

  /// Whether a map can use it: all numbers are finite and the center's latitude is within ±90°.
  public var isUsable: Bool {
    centerCoordinate.aroundWorld != nil && centerCoordinateDistance.isFinite && centerCoordinateDistance >= 0
      && pitch.isFinite && heading.isFinite
  }

  /// The greatest tilt, in degrees.
  static let greatestPitch = 85.0
  /// Half the viewing angle of a view's height, in degrees.
  private static let halfAperture = 15.0

  /// The visible height of the ground from `distance` straight above, in meters; and the inverse.
  static func visibleHeight(from distance: CLLocationDistance) -> CLLocationDistance {
    2 * distance * tan(halfAperture * (.pi / 180))
  }

  static func distance(forVisibleHeight height: CLLocationDistance) -> CLLocationDistance {
    height / (2 * tan(halfAperture * (.pi / 180)))
  }
}
