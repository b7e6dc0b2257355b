import Geo
import GeoFeeds
import GeoFormats
import GeoHost

/// Refuses options that have no effect beside the others.
///
/// - Source: HO-197.
extension RunCommand {
  /// Refuses options for sources that the run does not have.
  func checkThatSourcesFit() throws {
    let addresses = try input.sources.map { try SourceWord.address($0) }
    let server = [("--http-token", http.httpToken != nil), ("--http-users", http.httpUsers != nil)]
    if let word = server.first(where: \.1)?.0, !addresses.contains(where: \.isServer) {
      throw GeoError(.usage, "\(word) needs --from http://…: it says who may send there")
    }
    let ownTracks = [
      ("--owntracks-key", input.owntracksKey != nil), ("--owntracks-waypoints", input.owntracksWaypoints),
      ("--otr", input.otr),
    ]
    if let word = ownTracks.first(where: \.1)?.0, !addresses.contains(where: \.canBringOwnTracks) {
      throw GeoError(
        .usage,
        "\(word) works only with OwnTracks messages: --from mqtt://…, http://…, a .rec or an event log")
    }
    // A served page brings fixes, too.
    guard addresses.isEmpty, !page.emulate else { return }
    if let word = optionOfSources {
      throw GeoError(.usage, "\(word) needs --from: it says how geoscript reads sources")
    }
  }

  /// The first option that says how sources are read.
  private var optionOfSources: String? {
    let words = [
      ("--speed", input.speed != "max"), ("--start", input.start != nil), ("--end", input.end != nil),
      ("--interval", input.interval != nil), ("--pace", input.pace != nil),
      ("--device-by", input.deviceBy != .file), ("--reorder-window", input.reorderWindow != nil),
      ("--jitter", distortion.jitter != nil), ("--dropout", distortion.dropout != nil),
      ("--reorder", distortion.reorder != nil), ("--duplicate", distortion.duplicate != nil),
      ("--outliers", distortion.outliers != nil),
    ]
    return words.first(where: \.1)?.0 ?? input.table.given
  }
}
