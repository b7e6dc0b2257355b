public import GeoCore

/// Requirements of a region beyond a plain crossing; all off by default.
///
/// - Units: seconds, meters.
public struct RegionOptions: Sendable, Hashable {
  /// How a fix's accuracy affects a decision.
  public enum AccuracyMode: String, Sendable, Hashable, CaseIterable {
    /// The fix is a point.
    case point
    /// The whole circle of uncertainty must be inside, or outside.
    case contains
    /// As `contains`, with an accuracy of at most `maximumError`.
    case clamp
  }

  /// The altitude range of the area in meters, both ends inside; nil for any altitude.
  ///
  /// A fix above or below is outside, however near; the buffer does not apply there. A fix without an
  /// altitude, or with a negative vertical accuracy, changes nothing for the region.
  public var altitudes: ClosedRange<CLLocationDistance>?
  /// How long the condition of an enter must hold before it is reported; a fix outside the edge cancels it.
  ///
  /// The report comes when the delay is over, even without a further fix. The visit begins when the delay
  /// began, so that its duration is that of the stay.
  public var enterDelay: TimeInterval = 0
  /// The same for an exit; a fix inside cancels it. The visit ends when the delay began.
  public var exitDelay: TimeInterval = 0
  /// How long after the reported enter `didDwellInRegion` is reported, once a visit; nil for never.
  ///
  /// A device that was inside from the start has not entered, so it does not dwell. While an exit is pending,
  /// no dwell is reported; if the exit is canceled, a dwell that fell due meanwhile is reported then.
  public var dwell: TimeInterval?
  public var accuracyMode = AccuracyMode.point
  /// The greatest accuracy that `clamp` counts.
  public var maximumError: CLLocationAccuracy = .infinity
  /// The region ignores fixes worse than this; nil to use all.
  public var minimumAccuracy: CLLocationAccuracy?
  /// Whether a pass straight through between two fixes is reported, along the geodesic between them.
  ///
  /// Not if the way is unknown: after a loss of signal, after more than ten minutes, or from or to a fix that
  /// the region ignores. A pass that ends in the buffer stays inside. A device that passes in and out several
  /// times between two fixes makes one visit.
  public var detectsCrossing = false
  /// When events are reported; nil always.
  public var schedule: RegionSchedule?

  public init() {}

  /// Plain crossings only.
  public static let none = RegionOptions()
}

/// What a monitored region has beyond a plain circle; shared and immutable.
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
  /// What is wrong with the options, as the end of a sentence; nil if nothing is.
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
