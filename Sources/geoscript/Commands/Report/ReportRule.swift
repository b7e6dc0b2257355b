import ArgumentParser
import GeoHost

/// What counts as a trip and as a stop.
struct ReportRule: ParsableArguments {
  @Option(help: ArgumentHelp("A trip is at least this long …", valueName: "m"))
  var minimalTripDistance: Meters = 500.0

  @Option(help: ArgumentHelp("… or lasts this long.", valueName: "s"))
  var minimalTripDuration: Seconds = 300.0

  @Option(help: ArgumentHelp("A shorter rest does not end a trip.", valueName: "s"))
  var minimalParkingDuration: Seconds = 300.0

  @Option(help: ArgumentHelp("So long without a fix ends a trip.", valueName: "s"))
  var minimalNoDataDuration: Seconds = 3600.0

  @Option(
    help: ArgumentHelp("A device moves if it is faster. (default: 0.01 knots, 0.005)", valueName: "m/s"),
    transform: MetersPerSecond.value)
  var speedThreshold: Double?

  @Flag(help: "End a trip at once when the attribute ignition says that the engine is off.")
  var useIgnition = false

  func validate() throws {
    for (name, value) in [
      ("minimal-trip-distance", minimalTripDistance.value),
      ("minimal-trip-duration", minimalTripDuration.value),
      ("minimal-parking-duration", minimalParkingDuration.value),
      ("minimal-no-data-duration", minimalNoDataDuration.value),
      ("speed-threshold", speedThreshold ?? 0),
    ] where !(value >= 0) {
      throw ValidationError("--\(name) must be 0 or more (got \(value))")
    }
  }

  /// The first option that differs from what holds without it.
  ///
  /// - Parameter besidesSpeed: whether the threshold of speed does not count.
  func given(besidesSpeed: Bool) -> String? {
    let usual = TripRule()
    let words = [
      ("minimal-trip-distance", minimalTripDistance.value != usual.minimalTripDistance),
      ("minimal-trip-duration", minimalTripDuration.value != usual.minimalTripDuration),
      ("minimal-parking-duration", minimalParkingDuration.value != usual.minimalParkingDuration),
      ("minimal-no-data-duration", minimalNoDataDuration.value != usual.minimalNoDataDuration),
      ("speed-threshold", speedThreshold != nil && !besidesSpeed), ("use-ignition", useIgnition),
    ]
    return words.first(where: \.1)?.0
  }

  var rule: TripRule {
    var rule = TripRule()
    rule.minimalTripDistance = minimalTripDistance.value
    rule.minimalTripDuration = minimalTripDuration.value
    rule.minimalParkingDuration = minimalParkingDuration.value
    rule.minimalNoDataDuration = minimalNoDataDuration.value
    if let speedThreshold { rule.speedThreshold = speedThreshold }
    rule.usesIgnition = useIgnition
    return rule
  }
}
