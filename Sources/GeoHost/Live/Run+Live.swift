import Geo
import GeoFeeds
import GeoFormats

/// Makes a live source from its address.
typealias LiveSourceFactory = (SourceAddress, DeviceDirectory, RunOptions, (any PageDisplay)?)
  throws(GeoError) ->
  any LiveSource

extension Run {
  /// The addresses after `--from`.
  ///
  /// - Errors: ``GeoError`` `usage` for options that do not fit together.
  func addresses() throws(GeoError) -> [SourceAddress] {
    let addresses = try options.sources.map { (word) throws(GeoError) in try SourceAddress(word) }
    guard let live = addresses.first(where: \.isLive) else {
      if options.staleAfter != nil, addresses.isEmpty {
        throw GeoError(.usage, "--stale-after needs --from: it says how long a device may be silent")
      }
      return addresses
    }
    if let replayed = addresses.first(where: { !$0.isLive }) {
      throw GeoError(
        .usage,
        "\(replayed.name) and \(live.name) cannot share a run: the first is replayed, the second is live"
      )
    }
    let feed = options.feed
    let words = [
      ("--speed", options.speed != nil), ("--start", feed.start != nil), ("--end", feed.end != nil),
      ("--interval", feed.interval != nil), ("--pace", feed.pace != nil),
      ("--reorder", feed.distortion.delay > 0),
    ]
    if let word = words.first(where: \.1)?.0 {
      throw GeoError(.usage, "\(word) works only with files: \(live.name) is live")
    }
    return addresses
  }
}
