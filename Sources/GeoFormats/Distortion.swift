public import Geo

/// Distortions of a source's fixes, so that scripts can be tested with bad data.
///
/// - Units: meters, seconds, shares 0…1.
/// - Errors: none; 0 leaves fixes alone.
public struct Distortion: Sendable, Hashable {
  /// The error of position: the radius of a circle around the true place that contains 68 % of the fixes.
  ///
  /// - Source: Android's definition of `Location.getAccuracy()`.
  public var jitter: CLLocationDistance = 0
  /// How long an error lasts: after this time its autocorrelation is 1/e.
  ///
  /// - Source: the autocorrelation of a resting receiver bends at about 1 minute: D. L. Wilson, "Correlation of
  ///   errors", erols.com/dlwilson/gpscorr.htm; 60 s also in PX4's GPS plugin for Gazebo.
  public var correlation: TimeInterval = 60
  /// The share of time without fixes.
  public var dropout = 0.0
  /// The mean length of such a gap: the time for a tunnel of 300 m at 50 km/h.
  public var gap: TimeInterval = 20
  /// Whether the device notices a gap, so that no crossing is reported across it; otherwise fixes are just
  /// missing.
  public var tellsOfGaps = false
  /// The mean delay between measurement and arrival.
  public var delay: TimeInterval = 0
  /// The share of duplicated fixes.
  public var duplicates = 0.0
  /// The share of displaced fixes, whose accuracy does not reveal it.
  public var outliers = 0.0
  /// The mean displacement of outliers.
  public var outlierDistance: CLLocationDistance = 500
  /// The seed of the random numbers, together with the device's name and the source's number in the run.
  public var seed: UInt64 = 0

  public init() {}

  /// Whether any distortion is set.
  public var isActive: Bool { jitter > 0 || dropout > 0 || delay > 0 || duplicates > 0 || outliers > 0 }

  /// A delay is at most this many times the mean.
  package static let longestDelay = 10.0

  /// Adds the values that determine a source's events.
  package func combine(into hash: inout FNV1a) {
    guard isActive else { return }
    for value in [
      jitter, correlation, dropout, gap, tellsOfGaps ? 1 : 0, delay, duplicates, outliers, outlierDistance,
    ] {
      hash.combine(value.bitPattern)
    }
    hash.combine(seed)
  }
}
