public import GeoCore

/// The values of a fix that regions evaluate.
///
/// - Units: degrees, meters; seconds since 1970-01-01 UTC.
public struct RegionFix: Sendable, Hashable {
  public var coordinate: CLLocationCoordinate2D
  public var accuracy: CLLocationAccuracy
  /// NaN if unknown.
  public var altitude: CLLocationDistance
  /// When it was measured.
  public var timestamp: TimeInterval
  /// How much later it was received; before that, nobody could know it.
  public var lag: TimeInterval

  public init(
    coordinate: CLLocationCoordinate2D, accuracy: CLLocationAccuracy, altitude: CLLocationDistance = .nan,
    timestamp: TimeInterval, lag: TimeInterval = 0
  ) {
    self.coordinate = coordinate
    self.accuracy = accuracy
    self.altitude = altitude
    self.timestamp = timestamp
    self.lag = lag
  }
}

extension RegionOptions {
  /// Why a fix does not decide anything for a region.
  enum UndecidedReason: Sendable, Hashable {
    /// Its accuracy is worse than `minimumAccuracy`.
    case inaccurate
    /// The region has an altitude band, but the fix has no altitude.
    case noAltitude
  }

  /// Whether some fixes do not decide anything for the region.
  var mayIgnore: Bool { minimumAccuracy != nil || altitudes != nil }

  func ignores(accuracy: CLLocationAccuracy, hasAltitude: Bool) -> UndecidedReason? {
    if let minimumAccuracy, accuracy > minimumAccuracy { return .inaccurate }
    return altitudes != nil && !hasAltitude ? .noAltitude : nil
  }

  func ignores(_ fix: RegionFix) -> UndecidedReason? {
    ignores(accuracy: fix.accuracy, hasAltitude: !fix.altitude.isNaN)
  }

  /// The part of a fix's accuracy that counts.
  func error(of accuracy: CLLocationAccuracy) -> CLLocationAccuracy {
    switch accuracyMode {
    case .point: 0
    case .contains: accuracy
    case .clamp: min(accuracy, maximumError)
    }
  }
}

/// The conditions of the model for one fix and region, each separately.
struct RegionReading {
  /// d: the distance from the edge, negative inside.
  var distance: CLLocationDistance
  /// a, to the extent that the accuracy mode counts it.
  var error: CLLocationAccuracy
  var isWithinAltitudes: Bool
  var entersAt: CLLocationDistance
  var exitsBeyond: CLLocationDistance

  init(_ fix: RegionFix, _ record: RegionRecord, _ options: RegionOptions) {
    distance = record.signedDistance(to: fix.coordinate)
    error = options.error(of: fix.accuracy)
    isWithinAltitudes = options.altitudes?.contains(fix.altitude) ?? true
    entersAt = record.enterThreshold
    exitsBeyond = record.buffer
  }

  /// d ≤ 0: sets the initial state, and cancels a pending exit.
  var isInside: Bool { isWithinAltitudes && distance <= 0 }
  /// d + a ≤ −min(b, r/2).
  var enters: Bool { isWithinAltitudes && distance + error <= entersAt }
  /// d − a > b.
  var exits: Bool { !isWithinAltitudes || distance - error > exitsBeyond }
  /// Meters that lack for the crossing to the other side; nil where the altitude decides.
  func missing(isInside: Bool) -> CLLocationDistance? {
    guard isWithinAltitudes else { return nil }
    return max(0, isInside ? exitsBeyond - (distance - error) : distance + error - entersAt)
  }
}

extension RegionRecord {
  /// Whether the region needs more than plain crossings.
  @inline(__always)
  var hasOptions: Bool { traitsReference?._withUnsafeGuaranteedRef { $0.hasOptions } ?? false }

  var options: RegionOptions { traits?.options ?? .none }

  /// Returns the geodesic distance to the edge, negative inside.
  func signedDistance(to coordinate: CLLocationCoordinate2D) -> CLLocationDistance {
    (traits?.shape).signedDistance(to: coordinate, center: center, radius: radius)
  }
}
