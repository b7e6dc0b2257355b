public import GeoCore

/// Why a fix, or the clock, did or did not make an event of a region: for a person who asks.
///
/// - Units: meters; seconds since 1970-01-01 UTC.
public struct RegionDecision: Sendable, Hashable {
  /// What became of it.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// The first fix only says where the device is.
    case settled
    case entered, exited, dwelled
    /// In and out again between two fixes.
    case passed
    /// The edge was crossed, but not far enough.
    case held
    /// The condition holds, but not long enough.
    case pending
    /// A pending crossing came to nothing.
    case cancelled
    /// The fix says nothing about the region.
    case ignored
    /// Nothing to be said.
    case unchanged
  }

  public struct Pending: Sendable, Hashable {
    public var isEnter: Bool
    public var due: TimeInterval
  }

  public var identifier: String
  /// d, negative inside; nil where the clock decided.
  public var distance: CLLocationDistance?
  /// a, of the fix.
  public var accuracy: CLLocationAccuracy?
  /// b.
  public var buffer: CLLocationDistance
  /// After the decision.
  public var state: RegionState
  /// What is pending after it.
  public var pending: Pending?
  public var rule: Rule
  /// The rule in words and numbers; empty where there is nothing to add.
  public var reason: String
}

/// Which regions are explained.
public enum ExplainedRegions: Sendable, Hashable {
  /// Every region, or of more than a hundred those that the fix touches.
  case all
  /// The one of that identifier.
  case named(String)

  /// Up to so many regions, `all` is all of them.
  static let most = 100
}
