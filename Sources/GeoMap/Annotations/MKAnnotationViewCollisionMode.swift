public import GeoCore

/// The part of its frame that a view claims.
///
/// - Source: Apple's MKAnnotationView.h, iOS 11 and 14.
public enum MKAnnotationViewCollisionMode: Int, ConstantGroup {
  case rectangle = 0
  /// The largest circle in the frame around its center.
  case circle
  /// Nothing: the view overlaps no other.
  case none

  public static let constantPrefix = "MKAnnotationViewCollisionMode"
}

/// The priority of a view where it would overlap others: the greater stays.
///
/// - Units: 0 to 1000; a view with 1000 is always shown.
/// - Source: Apple's MKTypes.h, iOS 11.
public typealias MKFeatureDisplayPriority = Double

public let MKFeatureDisplayPriorityRequired: MKFeatureDisplayPriority = 1000
public let MKFeatureDisplayPriorityDefaultHigh: MKFeatureDisplayPriority = 750
public let MKFeatureDisplayPriorityDefaultLow: MKFeatureDisplayPriority = 250
