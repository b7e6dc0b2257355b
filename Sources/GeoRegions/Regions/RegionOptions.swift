public import GeoCore

/// What a region is asked for beyond a plain crossing; all off unless set.
///
/// - Units: seconds, meters.
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

  /// Meters between which the area reaches, both ends inside; nil at any height.
  ///
  /// A fix above or below is outside, however near; the buffer is of no account there. A fix without an altitude,
  /// or with a negative vertical accuracy, changes nothing for the region.
  public var altitudes: ClosedRange<CLLocationDistance>?
  /// How long the condition of an enter must hold before it is reported; a fix outside the edge cancels it.
  ///
  /// The report comes when the delay is over, also without a further fix; the visit begins when the delay began, so
  /// that its duration is that of the stay.
  public var enterDelay: TimeInterval = 0
  /// The same for an exit; a fix inside cancels it. The visit ends when the delay began.
  public var exitDelay: TimeInterval = 0
  /// How long after the report of an enter `didDwellInRegion` is reported, once a visit; nil never.
  ///
  /// A device that was inside from the start has not entered, so it does not dwell. While an exit is pending nobody
  /// dwells; if that is cancelled, what fell due meanwhile is reported then.
  public var dwell: TimeInterval?
  public var accuracyMode = AccuracyMode.point
  /// The greatest accuracy that `clamp` takes into account.
  public var maximumError: CLLocationAccuracy = .infinity
  /// Fixes worse than this are ignored for the region; nil none.
  public var minimumAccuracy: CLLocationAccuracy?
  /// Whether a pass right through between two fixes is reported, along the geodesic between them.
  ///
  /// Not where the way is unknown: after a loss of signal, or more than ten minutes apart, or from or to a fix that the
  /// region ignores. A pass that ends in the buffer stays inside. A device that passes in and
  /// out several times between two fixes makes one visit.
  public var detectsCrossing = false
  /// When events are reported; nil always.
  public var schedule: RegionSchedule?

  public init() {}

  /// Nothing but plain crossings.
  public static let none = RegionOptions()
}

/// What a region under watch has beyond a plain circle; shared, never changed.
package final class RegionTraits: Sendable, Hashable {
  /// Nil for a circle.
  let shape: AreaShape?
  package let options: RegionOptions
  /// Whether there is any option, so that a ``RegionWatch`` decides.
  let hasOptions: Bool

  /// Returns nil for a plain circle.
  package static func make(_ shape: AreaShape?, _ options: RegionOptions) -> RegionTraits? {
    shape == nil && options == .none ? nil : RegionTraits(shape, options)
  }

  private init(_ shape: AreaShape?, _ options: RegionOptions) {
    self.shape = shape
    self.options = options
    hasOptions = options != .none
  }

  package static func == (left: RegionTraits, right: RegionTraits) -> Bool {
    left === right || (left.shape == right.shape && left.options == right.options)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(shape)
    hasher.combine(options)
  }
}

extension RegionOptions {
  /// What is wrong with them, the end of a sentence; nil when all is well.
  package var flaw: String? {
    func isTime(_ seconds: TimeInterval) -> Bool { seconds >= 0 && seconds.isFinite }
    if !isTime(enterDelay) { return "must have an enterDelay of 0 s or more, got \(enterDelay)" }
    if !isTime(exitDelay) { return "must have an exitDelay of 0 s or more, got \(exitDelay)" }
    if let dwell, !isTime(dwell) { return "must have a dwell of 0 s or more, got \(dwell)" }
    if !(maximumError >= 0) { return "must have a maximumError of 0 m or more, got \(maximumError)" }
    if accuracyMode == .clamp, maximumError == .infinity {
      return "needs a maximumError in meters for accuracyMode clamp"
    }
    if let minimumAccuracy, !(minimumAccuracy >= 0) {
      return "must have a minimumAccuracy of 0 m or more, got \(minimumAccuracy)"
    }
    return schedule?.flaw.map { "has a schedule that \($0)" }
  }
}
