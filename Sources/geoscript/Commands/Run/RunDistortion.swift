import ArgumentParser
import Geo
import GeoFeeds
import GeoFormats

/// Options that add errors to the fixes of sources.
struct RunDistortion: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Add a wandering GPS error: 68 % of the fixes stay within this distance (8m,90s sets how long an error lasts).",
      valueName: "8m"))
  var jitter: String?

  @Option(
    help: ArgumentHelp(
      "Drop this share of fixes, in gaps averaging 20 s (5%,60s sets the gap).",
      valueName: "5%"))
  var dropout: String?

  @Option(
    help: ArgumentHelp(
      "Delay each fix by its own random time with this average, so that some overtake others.",
      valueName: "2s"))
  var reorder: String?

  @Option(help: ArgumentHelp("Deliver this share of fixes twice.", valueName: "1%"))
  var duplicate: String?

  @Option(
    help: ArgumentHelp(
      "Move this share of fixes away, by 500 m on average (1%,2km sets the distance).",
      valueName: "1%"))
  var outliers: String?

  /// - Errors: ``GeoError`` `usage` for a value that cannot be read.
  func distortion(seed: UInt64) throws -> Distortion {
    var distortion = Distortion()
    distortion.seed = seed
    for (name, value) in zip(Distortion.names, [jitter, dropout, reorder, duplicate, outliers]) {
      if let value { try distortion.set(name, value, called: "--\(name)") }
    }
    return distortion
  }
}
