import Geo
import GeoDelivery
import GeoFormats
import GeoHost

/// Turns the words about sources into options of the run.
extension RunCommand {
  func feedOptions() throws -> FeedOptions {
    var feed = FeedOptions()
    input.table.apply(to: &feed)
    feed.start = try input.start.map { try FeedOptions.time($0, in: feed.timeZone, for: "--start") }
    feed.end = try input.end.map { try FeedOptions.time($0, in: feed.timeZone, for: "--end") }
    if let start = feed.start, let end = feed.end, start > end {
      throw GeoError(.usage, "--start is after --end")
    }
    feed.groupField = try input.groupBy.flatMap { (words) throws(GeoError) in try Grouping(words).field }
    feed.keepsPublishes = input.otr
    feed.interval = input.interval
    feed.pace = input.pace
    feed.deviceBy = input.deviceBy
    feed.distortion = try distortion.distortion(seed: phone.seed)
    if let path = input.owntracksKey {
      try MissingFile.check(path, "file", endings: [], for: "--owntracks-key")
      feed.ownTracksKeys = try OwnTracksKeys(path: path)
    }
    return feed
  }

  func factor() throws -> Double? {
    if input.speed == "max" { return nil }
    guard let factor = Double(input.speed), factor > 0, factor.isFinite else {
      throw GeoError(.usage, "--speed takes a number above 0 or max, got '\(input.speed)'")
    }
    return factor
  }
}
