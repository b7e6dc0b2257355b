public import GeoCore

/// What part of its frame a view wants for itself.
///
/// - Source: Apple's MKAnnotationView.h, iOS 11 and 14.
public enum MKAnnotationViewCollisionMode: Int, ConstantGroup {
  case rectangle = 0
  /// The largest circle around the middle of the frame within it.
  case circle
  /// None of it: the view overlaps with no other.
  case none

  public static let constantPrefix = "MKAnnotationViewCollisionMode"
}

/// How much a view wants to be shown where it would overlap with others: the greater stays.
///
/// - Units: 0 to 1000; one of 1000 is always shown.
/// - Source: Apple's MKTypes.h, iOS 11.
public typealias MKFeatureDisplayPriority = Double

public let MKFeatureDisplayPriorityRequired: MKFeatureDisplayPriority = 1000
public let MKFeatureDisplayPriorityDefaultHigh: MKFeatureDisplayPriority = 750
public let MKFeatureDisplayPriorityDefaultLow: MKFeatureDisplayPriority = 250
