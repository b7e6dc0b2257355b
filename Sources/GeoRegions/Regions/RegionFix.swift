public import GeoCore

/// What regions look at in a fix.
///
/// - Units: degrees, meters; seconds since 1970-01-01 UTC.
public struct RegionFix: Sendable, Hashable {
  public var coordinate: CLLocationCoordinate2D
  public var accuracy: CLLocationAccuracy
  /// NaN where it is not known.
  public var altitude: CLLocationDistance
  /// When it was measured.
  public var timestamp: TimeInterval
  /// How much later it was received: nobody could know before.
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
  /// Why a fix says nothing about a region.
  enum UndecidedReason: Sendable, Hashable {
    /// Its accuracy is worse than `minimumAccuracy`.
    case inaccurate
    /// The region has an altitude band, and the fix no altitude.
    case noAltitude
  }

  /// Whether there are fixes that say nothing about the region.
  var mayIgnore: Bool { minimumAccuracy != nil || altitudes != nil }

  func ignores(accuracy: CLLocationAccuracy, hasAltitude: Bool) -> UndecidedReason? {
    if let minimumAccuracy, accuracy > minimumAccuracy { return .inaccurate }
    return altitudes != nil && !hasAltitude ? .noAltitude : nil
  }

  func ignores(_ fix: RegionFix) -> UndecidedReason? {
    ignores(accuracy: fix.accuracy, hasAltitude: !fix.altitude.isNaN)
  }

  /// How much of a fix's accuracy counts.
  func error(of accuracy: CLLocationAccuracy) -> CLLocationAccuracy {
    switch accuracyMode {
    case .point: 0
    case .contains: accuracy
    case .clamp: min(accuracy, maximumError)
    }
  }
}

/// What a fix says about a region: the conditions of the model, each on its own.
struct RegionReading {
  /// d: from the edge, negative inside.
  var distance: CLLocationDistance
  /// a, as far as the accuracy mode counts it.
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

  /// d ≤ 0: what a first fix settles by, and what cancels a pending exit.
  var isInside: Bool { isWithinAltitudes && distance <= 0 }
  /// d + a ≤ −min(b, r/2).
  var enters: Bool { isWithinAltitudes && distance + error <= entersAt }
  /// d − a > b.
  var exits: Bool { !isWithinAltitudes || distance - error > exitsBeyond }
}

extension RegionRecord {
  /// Whether it asks for more than plain crossings.
  @inline(__always)
  var hasOptions: Bool { traitsReference?._withUnsafeGuaranteedRef { $0.hasOptions } ?? false }

  var options: RegionOptions { traits?.options ?? .none }

  /// Returns the geodesic distance to the edge, negative inside.
  func signedDistance(to coordinate: CLLocationCoordinate2D) -> CLLocationDistance {
    if let shape = traits?.shape { return shape.signedDistance(to: coordinate) }
    return Geodesic.distance(from: center, to: coordinate) - radius
  }
}
