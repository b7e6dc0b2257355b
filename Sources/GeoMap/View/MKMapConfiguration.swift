public import GeoCore

/// Whether a map shows the heights of the ground.
public enum MKMapElevationStyle: Int, ConstantGroup {
  case flat = 0
  case realistic

  public static let constantPrefix = "MKMapElevationStyle"
}

/// How strong the colors of a map of roads are.
public enum MKStandardMapEmphasisStyle: Int, ConstantGroup {
  case `default` = 0
  /// Pale, so that annotations stand out.
  case muted

  public static let constantPrefix = "MKStandardMapEmphasisStyle"
}

/// What a map shows: one of its subclasses.
///
/// A map returns and takes copies: changes take effect when assigned to `map.preferredConfiguration`.
///
/// - Source: MV-41.
public class MKMapConfiguration {
  public var elevationStyle: MKMapElevationStyle

  init(_ elevationStyle: MKMapElevationStyle) { self.elevationStyle = elevationStyle }
}

/// A map of roads.
public final class MKStandardMapConfiguration: MKMapConfiguration {
  public var emphasisStyle: MKStandardMapEmphasisStyle
  public var showsTraffic = false
  /// See ``MKMapView/pointOfInterestFilter``.
  public var pointOfInterestFilter: MKPointOfInterestFilter?

  public init(
    elevationStyle: MKMapElevationStyle = .flat, emphasisStyle: MKStandardMapEmphasisStyle = .default
  ) {
    self.emphasisStyle = emphasisStyle
    super.init(elevationStyle)
  }
}

/// Imagery.
public final class MKImageryMapConfiguration: MKMapConfiguration {
  public init(elevationStyle: MKMapElevationStyle = .flat) { super.init(elevationStyle) }
}

/// Imagery with roads.
public final class MKHybridMapConfiguration: MKMapConfiguration {
  public var showsTraffic = false
  /// See ``MKMapView/pointOfInterestFilter``.
  public var pointOfInterestFilter: MKPointOfInterestFilter?

  public init(elevationStyle: MKMapElevationStyle = .flat) { super.init(elevationStyle) }
}

extension MKMapView {
  /// A copy of what the map shows; assigning one sets `mapType` and, where the configuration has them,
  /// `showsTraffic` and `pointOfInterestFilter`.
  public var preferredConfiguration: MKMapConfiguration {
    get {
      switch mapType {
      case .standard, .mutedStandard:
        let made = MKStandardMapConfiguration(
          elevationStyle: standardElevation, emphasisStyle: mapType == .mutedStandard ? .muted : .default)
        made.showsTraffic = showsTraffic
        made.pointOfInterestFilter = pointOfInterestFilter
        return made
      case .satellite, .satelliteFlyover:
        return MKImageryMapConfiguration(elevationStyle: mapType == .satellite ? .flat : .realistic)
      case .hybrid, .hybridFlyover:
        let made = MKHybridMapConfiguration(elevationStyle: mapType == .hybrid ? .flat : .realistic)
        made.showsTraffic = showsTraffic
        made.pointOfInterestFilter = pointOfInterestFilter
        return made
      }
    }
    set {
      let isFlat = newValue.elevationStyle == .flat
      switch newValue {
      case let standard as MKStandardMapConfiguration:
        mapType = standard.emphasisStyle == .muted ? .mutedStandard : .standard
        standardElevation = standard.elevationStyle
        showsTraffic = standard.showsTraffic
        pointOfInterestFilter = standard.pointOfInterestFilter
      case let hybrid as MKHybridMapConfiguration:
        mapType = isFlat ? .hybrid : .hybridFlyover
        showsTraffic = hybrid.showsTraffic
        pointOfInterestFilter = hybrid.pointOfInterestFilter
      default: mapType = isFlat ? .satellite : .satelliteFlyover
      }
    }
  }
}
