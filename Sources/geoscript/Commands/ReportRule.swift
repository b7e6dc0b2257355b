import ArgumentParser
import GeoHost

/// What counts as a trip and as a stop.
struct ReportRule: ParsableArguments {
  @Option(help: ArgumentHelp("A trip is at least this long …", valueName: "m"), transform: Amount.meters)
  var minimalTripDistance = 500.0

  @Option(help: ArgumentHelp("… or lasts this long.", valueName: "s"), transform: Amount.seconds)
  var minimalTripDuration = 300.0

  @Option(help: ArgumentHelp("A shorter rest does not end a trip.", valueName: "s"), transform: Amount.seconds)
  var minimalParkingDuration = 300.0

  @Option(help: ArgumentHelp("So long without a fix ends a trip.", valueName: "s"), transform: Amount.seconds)
  var minimalNoDataDuration = 3600.0

  @Option(
    help: ArgumentHelp("A device moves if it is faster. (default: 0.01 knots, 0.005)", valueName: "m/s"), transform: Amount.speed)
  var speedThreshold: Double?

  @Flag(help: "End a trip at once when the attribute ignition says that the engine is off.")
  var useIgnition = false

  func validate() throws {
    for (name, value) in [
      ("minimal-trip-distance", minimalTripDistance), ("minimal-trip-duration", minimalTripDuration),
      ("minimal-parking-duration", minimalParkingDuration),
      ("minimal-no-data-duration", minimalNoDataDuration),
      ("speed-threshold", speedThreshold ?? 0),
    ] where !(value >= 0) {
      throw ValidationError("--\(name) must be 0 or more (got \(value))")
    }
  }

  var rule: TripRule {
    var rule = TripRule()
    rule.minimalTripDistance = minimalTripDistance
    rule.minimalTripDuration = minimalTripDuration
    rule.minimalParkingDuration = minimalParkingDuration
    rule.minimalNoDataDuration = minimalNoDataDuration
    if let speedThreshold { rule.speedThreshold = speedThreshold }
    rule.usesIgnition = useIgnition
    return rule
  }
}
