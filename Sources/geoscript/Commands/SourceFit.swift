import Geo
import GeoFeeds
import GeoFormats

/// Refuses options about files of another kind than those that a command reads.
///
/// - Source: HO-197.
enum SourceFit {
  /// - Errors: ``GeoError`` `usage`, naming the option.
  static func check(
    _ sources: [String], deviceBy: FeedOptions.DeviceBy, _ table: TableColumns
  ) throws(GeoError) {
    let addresses = try sources.map { (word) throws(GeoError) in try SourceAddress(word) }
    if deviceBy == .track, !addresses.contains(where: \.canBringTracks) {
      throw GeoError(
        .usage,
        "--device-by track works only with files of tracks: GPX, KML, TCX, GeoJSON or Google's Timeline")
    }
    if let word = table.given, !addresses.contains(where: \.canBringTables) {
      throw GeoError(.usage, "\(word) works only with tables: a .csv or .tsv file")
    }
  }

  /// What to say of `--interval` or `--pace` after all was read; nil if a point got its time from it.
  static func warning(of options: FeedOptions) -> String? {
    options.vainTimes.map { "geoscript: warning: \($0)" }
  }
}

extension TableColumns {
  /// The first of the options that was given and is about tables alone; `--time-zone` is about all that people read.
  var given: String? {
    let words = [
      ("--device-column", deviceColumn), ("--lat-column", latColumn), ("--lon-column", lonColumn),
      ("--time-column", timeColumn), ("--time-format", timeFormat.map { _ in "" }),
    ]
    return words.first { $0.1 != nil }?.0
  }
}
