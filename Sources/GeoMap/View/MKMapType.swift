public import GeoCore

/// The kind of map.
///
/// - Source: MV-7, F-6.
public enum MKMapType: Int, ConstantGroup {
  /// Roads.
  case standard = 0
  /// Imagery.
  case satellite
  /// Imagery with roads.
  case hybrid
  case satelliteFlyover, hybridFlyover

  public static let constantPrefix = "MKMapType"
}
