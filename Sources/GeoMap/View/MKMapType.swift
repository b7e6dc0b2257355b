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
  /// Roads in paler colors; pictures are those of `standard`.
  case mutedStandard

  /// Whether the map is made of aerial pictures.
  public var isImagery: Bool { self != .standard && self != .mutedStandard }

  public static let constantPrefix = "MKMapType"
}
