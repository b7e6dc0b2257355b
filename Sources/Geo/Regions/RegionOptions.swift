/// What a region is asked for beyond a plain crossing; all off unless set.
///
/// - Units: seconds, metres.
public struct RegionOptions: Sendable, Hashable {
  /// How a fix's accuracy takes part in a decision.
  public enum AccuracyMode: String, Sendable, Hashable, CaseIterable {
    /// The fix is a point.
    case point
    /// The whole circle of uncertainty must be inside, or outside.
    case contains
    /// As `contains`, with an accuracy of at most `maximumError`.
    case clamp
  }

  /// Metres above the ellipsoid between which the area reaches; nil at any height.
  public var altitudes: ClosedRange<CLLocationDistance>?
  /// How long the condition of an enter must hold before it is reported.
  public var enterDelay: TimeInterval = 0
  /// The same for an exit.
  public var exitDelay: TimeInterval = 0
  /// How long after an enter `didDwellInRegion` is reported, once a visit; nil never.
  public var dwell: TimeInterval?
  public var accuracyMode = AccuracyMode.point
  /// The greatest accuracy that `clamp` takes into account.
  public var maximumError: CLLocationAccuracy = .infinity
  /// Fixes worse than this are ignored for the region; nil none.
  public var minimumAccuracy: CLLocationAccuracy?
  /// Whether a pass right through between two fixes is reported.
  public var detectsCrossing = false

  public init() {}

  /// Nothing but plain crossings.
  public static let none = RegionOptions()
}

/// What a region under watch has beyond a plain circle; shared, never changed.
final class RegionTraits: Sendable, Hashable {
  /// Nil for a circle.
  let shape: AreaShape?
  let options: RegionOptions

  /// Returns nil for a plain circle.
  static func make(_ shape: AreaShape?, _ options: RegionOptions) -> RegionTraits? {
    shape == nil && options == .none ? nil : RegionTraits(shape, options)
  }

  private init(_ shape: AreaShape?, _ options: RegionOptions) {
    self.shape = shape
    self.options = options
  }

  static func == (left: RegionTraits, right: RegionTraits) -> Bool {
    left === right || (left.shape == right.shape && left.options == right.options)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(shape)
    hasher.combine(options)
  }
}
