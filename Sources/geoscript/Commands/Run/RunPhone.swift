import ArgumentParser
import Geo
import GeoHost

/// The options of the phone that geoscript plays.
struct RunPhone: OptionTable {
  var profile = "default"
  var background = false
  var geocoder: String?
  var router: String?
  var seed: UInt64 = 0

  static func declare(_ o: inout OptionRows<Self>) {
    o.option(
      "profile", \.profile,
      "The phone to play: \(DeviceProfile.presets.map(\.name).joined(separator: ", ")), or a JSON file; "
        + "see: geoscript docs profiles.", value: "name|file", completion: .file(extensions: ["json"]))
    o.flag(
      "background", \.background,
      "Launch the script once in the background; after that, only events that it is registered for wake it.")
    o.option(
      "geocoder", \.geocoder,
      "What answers CLGeocoder: \(GeocoderOption.expected); see: geoscript docs geocoders. (default: gazetteer)",
      value: "source")
    o.option(
      "router", \.router, "What answers MKDirections: \(RouterOption.expected). (default: an estimate)",
      value: "router")
    o.option("seed", \.seed, "Seed of all random numbers.", value: "n")
  }
}
