import ArgumentParser
import Geo
import GeoFeeds
import GeoFormats

/// Options that add errors to the fixes of sources.
struct RunDistortion: OptionTable {
  var jitter: String?
  var dropout: String?
  var reorder: String?
  var duplicate: String?
  var outliers: String?

  static func declare(_ o: inout OptionRows<Self>) {
    o.option(
      "jitter", \.jitter,
      "Add a wandering GPS error: 68% of the fixes stay within this distance (8m,90s sets how long an error lasts).",
      value: "8m")
    o.option(
      "dropout", \.dropout, "Drop this share of fixes, in gaps averaging 20 s (5%,60s sets the gap).",
      value: "5%")
    o.option(
      "reorder", \.reorder,
      "Delay each fix by its own random time with this average, so that some overtake others.", value: "2s")
    o.option("duplicate", \.duplicate, "Deliver this share of fixes twice.", value: "1%")
    o.option(
      "outliers", \.outliers,
      "Move this share of fixes away, by 500 m on average (1%,2km sets the distance).", value: "1%")
  }

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
