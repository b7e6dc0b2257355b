import FeedTesting
import Geo
import Testing

@testable import GeoFeeds
@testable import GeoFormats

/// Files of OwnTracks' Recorder.
///
/// Source: owntracks/recorder, doc/STORE.md and storage.c (`RECFORMAT`).
@Suite struct OwnTracksRecordTests {
  static let lines = """
    2015-08-24T09:00:00Z\t*                 \t{"_type":"location","lat":48.8583,"lon":2.2945,"tst":1440406800,"batt":50}
    2015-08-24T09:00:30Z\tevent             \t{"_type":"transition","event":"enter","tst":1440406830,"wtst":1400000000}
    2015-08-24T09:01:00Z\t*                 \t{"_type":"location","lat":48.8584,"lon":2.2946,"batt":50}
    2015-08-24T09:01:00Z\tlwt               \tnot json

    """

  @Test func aRecordHasADateAndAMessage() throws {
    let recording = try Recording("2015-08.rec", Self.lines)
    #expect(recording.times == [1_440_406_800, 1_440_406_800, 1_440_406_830, 1_440_406_860])
    #expect(recording.fixes.map(\.coordinate.latitude) == [48.8583, 48.8584])
    #expect(recording.skips.kinds.map(\.kind) == ["not an object"])
    #expect(recording.firstSkips.allSatisfy { $0.hasPrefix("2015-08.rec:4: not json is not a JSON object") })
  }

  @Test func fileIsRecognizedByItsFirstLine() throws {
    #expect(try Recording("kept.txt", Self.lines).fixes.count == 2)
    let messages = #"{"_type":"location","lat":1,"lon":2,"tst":3}"# + "\n"
    #expect(try Recording("messages.txt", messages).times == [3])
  }

  @Test func theFoldersNameTheDevice() {
    #expect(FileFeed.deviceName(of: "store/rec/jane/phone/2015-08.rec") == "jane/phone")
    #expect(FileFeed.deviceName(of: "2015-08.rec") == "2015-08")
    #expect(FileFeed.deviceName(of: "rec/jane/phone/walk.rec") == "walk")
  }

  @Test func theMonthsOfADeviceAreOneDevice() {
    let paths = ["rec/jane/phone/2015-08.rec", "rec/jane/phone/2015-09.rec.gz", "rec/bob/phone/2015-08.rec"]
    #expect(FileFeed.deviceNames(of: paths) == ["jane/phone", "jane/phone", "bob/phone"])
  }
}

@Suite struct OwnTracksWaypointsTests {
  private func told(_ json: String, _ type: String) throws -> OwnTracksWaypoints {
    try #require(
      OwnTracksWaypoints(DeviceMessage(.message, form: "owntracks", type: type, json: json), place: "p"))
  }

  /// Source: owntracks/android, fixtures/waypoint_message.json.
  @Test func aWaypointIsARegion() throws {
    let told = try told(
      #"{"_type":"waypoint","desc":"mypoint","lat":52.0027789,"lon":-1.0829312,"rad":150,"tst":1558351273}"#,
      "waypoint")
    #expect(told.skips.total == 0)
    #expect(!told.isWhole)
    guard case .watch("mypoint", let region)? = told.changes.first else {
      Issue.record("no region: \(told.changes)")
      return
    }
    #expect(region.identifier == "mypoint")
    #expect(told.changes.count == 1)
  }

  @Test func theRegionIdIsTheIdentity() throws {
    let told = try told(
      #"{"_type":"waypoint","desc":"Home","rid":"4f5g","lat":52,"lon":-1,"rad":150,"tst":1}"#, "waypoint")
    guard case .watch("4f5g", let region)? = told.changes.first else {
      Issue.record("no region: \(told.changes)")
      return
    }
    #expect(region.identifier == "Home")
  }

  /// Source: owntracks.org/booklet/tech/json, notes on `setWaypoints`.
  @Test(arguments: ["-1000000", "\"foo\"", "91"])
  func invalidPlaceRemovesARegion(latitude: String) throws {
    let told = try told(
      #"{"_type":"waypoint","desc":"Home","rid":"4f5g","lat":\#(latitude),"lon":-1,"rad":150,"tst":1}"#,
      "waypoint")
    guard case .remove("4f5g")? = told.changes.first else {
      Issue.record("not removed: \(told.changes)")
      return
    }
  }

  @Test func aListIsWhole() throws {
    let told = try told(
      #"{"_type":"waypoints","waypoints":[{"_type":"waypoint","desc":"a","lat":1,"lon":2,"rad":3,"tst":4},{"_type":"waypoint","desc":"beacon","uuid":"x","tst":4},7]}"#,
      "waypoints")
    #expect(told.isWhole)
    #expect(told.changes.count == 1)
    #expect(told.skips.kinds.map(\.kind) == ["beacon", "not a waypoint"])
  }

  @Test func otherMessagesHaveNoRegions() {
    #expect(
      OwnTracksWaypoints(DeviceMessage(.message, form: "owntracks", type: "lwt", json: "{}"), place: "p")
        == nil)
  }
}
