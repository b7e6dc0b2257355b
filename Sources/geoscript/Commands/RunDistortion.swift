import ArgumentParser
import Geo
import GeoFeeds

/// The options that make the fixes of sources worse.
struct RunDistortion: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Move fixes by an error that wanders as GPS does: 68 % lie within this; after a comma how long an error lasts.",
      valueName: "8m"))
  var jitter: String?

  @Option(
    help: ArgumentHelp(
      "Leave out a share of the fixes, in gaps of 20 s in the mean, or what stands after a comma.",
      valueName: "5%"))
  var dropout: String?

  @Option(
    help: ArgumentHelp(
      "Let fixes arrive late by this in the mean, each by another time, so that some overtake others.",
      valueName: "2s"))
  var reorder: String?

  @Option(help: ArgumentHelp("Deliver a share of the fixes twice.", valueName: "1%"))
  var duplicate: String?

  @Option(
    help: ArgumentHelp(
      "Put a share of the fixes elsewhere, 500 m away in the mean, or what stands after a comma.",
      valueName: "1%"))
  var outliers: String?

  /// - Errors: ``GeoError`` `usage` for a value that is none.
  func distortion(seed: UInt64) throws -> Distortion {
    var distortion = Distortion()
    distortion.seed = seed
    for (name, value) in zip(Distortion.names, [jitter, dropout, reorder, duplicate, outliers]) {
      if let value { try distortion.set(name, value, called: "--\(name)") }
    }
    return distortion
  }
}
