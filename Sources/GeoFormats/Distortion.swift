public import Geo

/// What is done to the fixes of a source, so that a script meets bad data before it meets the world.
///
/// - Units: meters, seconds, shares 0…1.
/// - Errors: none; 0 leaves fixes alone.
public struct Distortion: Sendable, Hashable {
  /// Error of position: the radius of a circle around the true place in which 68 % of fixes lie.
  ///
  /// - Source: what Android's `Location.getAccuracy()` says of its circle.
  public var jitter: CLLocationDistance = 0
  /// How long an error lasts: after this time its correlation with itself has sunk to 1/e.
  ///
  /// - Source: the autocorrelation of a resting receiver bends at about 1 minute: D. L. Wilson, "Correlation of
  ///   errors", erols.com/dlwilson/gpscorr.htm; 60 s also in PX4's GPS plugin for Gazebo.
  public var correlation: TimeInterval = 60
  /// The share of time without fixes.
  public var dropout = 0.0
  /// How long such a gap is in the mean: as long as a tunnel of 300 m takes at 50 km/h.
  public var gap: TimeInterval = 20
  /// Whether the device notices a gap, and no crossing is told over it; else fixes just do not come.
  public var tellsOfGaps = false
  /// The mean delay between measuring and arriving.
  public var delay: TimeInterval = 0
  /// The share of fixes that come twice.
  public var duplicates = 0.0
  /// The share of fixes that are somewhere else, with an accuracy that does not admit it.
  public var outliers = 0.0
  /// How far away those are in the mean.
  public var outlierDistance: CLLocationDistance = 500
  /// Where the random numbers begin, together with the device's name and the source's place in the run.
  public var seed: UInt64 = 0

  public init() {}

  /// Whether anything is done at all.
  public var isActive: Bool { jitter > 0 || dropout > 0 || delay > 0 || duplicates > 0 || outliers > 0 }

  /// A delay is at most this many times the mean.
  package static let longestDelay = 10.0

  /// Takes in what decides which events a source gives.
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
