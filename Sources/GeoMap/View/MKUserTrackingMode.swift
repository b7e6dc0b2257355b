public import GeoCore

/// How a map follows the user.
///
/// - Source: MV-18.
public enum MKUserTrackingMode: Int, ConstantGroup {
  case none = 0
  /// The user stays in the center.
  case follow
  /// The map also turns with the heading.
  case followWithHeading

  public static let constantPrefix = "MKUserTrackingMode"
}
