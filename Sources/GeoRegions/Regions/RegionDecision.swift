public import GeoCore

/// Why a fix or the clock did or did not cause an event of a region, for a person.
///
/// - Units: meters; seconds since 1970-01-01 UTC.
public struct RegionDecision: Sendable, Hashable {
  /// The outcome.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// The first fix only sets the initial state.
    case settled
    case entered, exited, dwelled
    /// In and out again between two fixes.
    case passed
    /// The edge was crossed, but not far enough.
    case held
    /// The condition holds, but not long enough.
    case pending
    /// A pending crossing was canceled.
    case cancelled
    /// The fix does not decide anything for the region.
    case ignored
    /// No change.
    case unchanged
  }

  public struct Pending: Sendable, Hashable {
    public var isEnter: Bool
    public var due: TimeInterval
  }

  public var identifier: String
  /// d, negative inside; nil if the clock decided.
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
  /// The rule in words and numbers; empty if there is nothing to add.
  public var reason: String
  /// Meters by which the fix missed the crossing that could come next; nil unless the rule is `held` or `unchanged`, and
  /// where the altitude decided.
  public var missing: CLLocationDistance?
}

/// Which regions to explain.
public enum ExplainedRegions: Sendable, Hashable {
  /// Every region; if there are more than a hundred, those that the fix touches.
  case all
  /// The same, and in any case the one of that identifier.
  case allAnd(String)
  /// The one of that identifier.
  case named(String)

  var coversAll: Bool { if case .named = self { false } else { true } }

  /// The maximum number of regions that `all` covers completely.
  static let most = 100
}
