import ArgumentParser
import Geo
import GeoHost

/// The options of the phone that geoscript plays.
struct RunPhone: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The phone to play: \(DeviceProfile.presets.map(\.name).joined(separator: ", ")), or a JSON file; "
        + "see: geoscript docs profiles.", valueName: "name|file"), completion: .file(extensions: ["json"]))
  var profile = "default"

  @Flag(help: "Launch the script once in the background; then only events it is registered for wake it.")
  var background = false

  @Option(
    help: ArgumentHelp(
      "What answers CLGeocoder: \(GeocoderOption.expected); see: geoscript docs geocoders. (default: gazetteer)",
      valueName: "source"))
  var geocoder: String?

  @Option(
    help: ArgumentHelp(
      "What answers MKDirections: \(RouterOption.expected). (default: an estimate)", valueName: "router"))
  var router: String?

  @Option(help: ArgumentHelp("Seed of all random numbers.", valueName: "n"))
  var seed: UInt64 = 0
}
