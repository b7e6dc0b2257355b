/// What counts as a trip and as a stop: Traccar's figures and their defaults.
///
/// - Units: meters, seconds, meters per second.
/// - Source: traccar 6, config/Keys.java: `report.trip.minimalTripDistance` 500 m, `minimalTripDuration` 300 s,
///   `minimalParkingDuration` 300 s, `minimalNoDataDuration` 3600 s, `useIgnition`, and
///   `event.motion.speedThreshold` 0.01 kn.
public struct TripRule: Sendable {
  /// A trip is one once it is this long …
  public var minimalTripDistance = 500.0
  /// … or has lasted this long.
  public var minimalTripDuration = 300.0
  /// A shorter rest does not end a trip.
  public var minimalParkingDuration = 300.0
  /// A time without fixes that is at least this long ends a trip at the fix before it.
  public var minimalNoDataDuration = 3600.0
  /// A device moves if it is faster.
  public var speedThreshold = 0.01 * 1852 / 3600
  /// Whether a rest ends a trip at once when the attribute `ignition` says that the engine is off.
  public var usesIgnition = false

  public init() {}
}
