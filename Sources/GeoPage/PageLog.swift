import Geo
import GeoDelivery

/// What a page leaves out of what scripts put out.
struct PageLog: Sendable {
  /// Alerts, lines and other records that are not on the page.
  private(set) var left = 0
  /// Those of which it has only the beginnings of their texts.
  private(set) var shortened = 0

  init(_ tracks: [PageTrack] = []) { for track in tracks { add(track) } }

  mutating func add(_ track: PageTrack) {
    left += track.moreEntries
    shortened += track.shortened
  }

  /// Sentences for the user.
  var notes: [String] {
    var notes: [String] = []
    if left > 0 {
      notes.append("the page leaves out \(counted(left, "alert, line or other record", PageLog.nouns))")
    }
    if shortened > 0 {
      notes.append("the page has only the beginnings of the texts of \(counted(shortened, "record"))")
    }
    return notes
  }

  private static let nouns = "alerts, lines and other records"
}
