import FeedTesting
import Geo
import Testing

@testable import GeoFormats

@Suite struct TCXTracksTests {
  private func tcx(_ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"
     xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Activities><Activity Sport="Running">
    <Id>2026-01-01T00:00:00Z</Id>\(body)</Activity></Activities></TrainingCenterDatabase>
    """
  }

  private func point(_ second: Int, _ rest: String = "", latitude: String = "52.5") -> String {
    """
    <Trackpoint><Time>2026-01-01T00:00:\(second < 10 ? "0" : "")\(second)Z</Time><Position>
    <LatitudeDegrees>\(latitude)</LatitudeDegrees><LongitudeDegrees>13.4</LongitudeDegrees></Position>\(rest)</Trackpoint>
    """
  }

  private func lap(_ tracks: String...) -> String {
    "<Lap StartTime=\"2026-01-01T00:00:00Z\"><AverageHeartRateBpm><Value>1</Value></AverageHeartRateBpm>"
      + tracks.map { "<Track>\($0)</Track>" }.joined() + "</Lap>"
  }

  private func losses(_ recording: Recording) -> Int {
    recording.events.count { if case .signalLost = $0.payload { true } else { false } }
  }

  private func attributes(_ recording: Recording) -> [String] {
    recording.events.compactMap {
      if case .message(let message) = $0.payload, message.kind == .attributes, message.form == "tcx" {
        message.json
      } else {
        nil
      }
    }
  }

  @Test(arguments: ["run.tcx", "run"])
  func trackpointsHavePlacesAndSensors(name: String) throws {
    let rest = """
      <AltitudeMeters>34.5</AltitudeMeters><DistanceMeters>12.25</DistanceMeters><HeartRateBpm><Value>121</Value>
      </HeartRateBpm><Cadence>80</Cadence><Extensions><ns3:TPX><ns3:Speed>2.5</ns3:Speed><ns3:Watts>200</ns3:Watts>
      </ns3:TPX></Extensions>
      """
    let recording = try Recording(name, tcx(lap(point(0, rest), point(1))))
    #expect(recording.error == nil && recording.firstSkips == [])
    #expect(recording.fixes.map(\.altitude)[0] == 34.5 && recording.fixes[0].speed == 2.5)
    #expect(recording.fixes[1].altitude.isNaN && recording.fixes.count == 2)
    #expect(attributes(recording) == [#"{"heartRate":121,"cadence":80,"power":200,"distance":12.25}"#])
    // The attributes come before their fix.
    #expect(recording.times[0] == recording.times[1])
  }

  @Test func onlyAPauseLosesTheSignal() throws {
    #expect(losses(try Recording("a.tcx", tcx(lap(point(0)) + lap(point(1))))) == 0)
    #expect(losses(try Recording("a.tcx", tcx(lap(point(0), point(5))))) == 1)
  }

  @Test func pointsWithoutAPlaceKeepTheirPulse() throws {
    let pulse =
      "<Trackpoint><Time>2026-01-01T00:00:01Z</Time><HeartRateBpm><Value>99</Value></HeartRateBpm></Trackpoint>"
    let empty = "<Trackpoint><Time>2026-01-01T00:00:02Z</Time></Trackpoint>"
    let recording = try Recording("a.tcx", tcx(lap(point(0) + pulse + empty)))
    #expect(recording.fixes.count == 1 && attributes(recording) == [#"{"heartRate":99}"#])
    #expect(recording.skips["no position"] == 1)
    let indoors = try #require(try Recording("a.tcx", tcx(lap(pulse))).error)
    #expect(indoors.code == .data && indoors.message.contains("none of its 1 trackpoints has a <Position>"))
  }

  @Test func damagedFilesGiveTheirGoodPart() throws {
    let whole = tcx(lap(point(0) + point(1)))
    let cut = try Recording("a.tcx", String(whole[..<whole.firstRange(of: "</Track>")!.lowerBound]))
    #expect(cut.fixes.count == 2)
    #expect(cut.skips["input cut short"] == 1)
    #expect(cut.firstSkips[0].contains("a.tcx:") && cut.firstSkips[0].contains("is not complete XML"))
    let wrong = try Recording("a.tcx", tcx(lap(point(0), point(1, latitude: "95"), point(2, latitude: "x"))))
    #expect(wrong.fixes.count == 1)
    #expect(wrong.firstSkips[0].contains("latitude 95.0 is out of range"))
    #expect(wrong.skips["LatitudeDegrees"] == 1)
    let other = try #require(try Recording("a.tcx", "<gpx/>").error)
    #expect(
      other.message == "is <gpx>, not a TCX (expected <TrainingCenterDatabase> as the outermost element)")
    #expect(try Recording("a.tcx", tcx("")).error?.message.contains("has no <Trackpoint>") == true)
  }

  @Test func activitiesMayBeDevices() throws {
    var options = FeedOptions()
    options.deviceBy = .track
    #expect(try Recording("a.tcx", tcx(lap(point(0))), options).devices == ["2026-01-01T00:00:00Z"])
  }

  @Test func aTransitionIsTheFirstLapOfTheNextActivity() throws {
    let text = """
      <TrainingCenterDatabase><Activities><MultiSportSession><Id>s</Id>
      <FirstSport><Activity><Id>swim</Id>\(lap(point(0)))</Activity></FirstSport>
      <NextSport><Transition><Track>\(point(1))</Track></Transition>
      <Activity><Id>bike</Id>\(lap(point(2)))</Activity></NextSport>
      <NextSport><Activity><Id>run</Id>\(lap(point(3)))</Activity></NextSport>
      </MultiSportSession></Activities></TrainingCenterDatabase>
      """
    let recording = try Recording("a.tcx", text)
    #expect(recording.fixes.count == 4 && losses(recording) == 2 && recording.firstSkips == [])
    var options = FeedOptions()
    options.deviceBy = .track
    #expect(try Recording("a.tcx", text, options).devices == ["swim", "bike", "bike", "run"])
  }

  @Test func activitiesOfOneDeviceArePutInOrder() throws {
    func activity(_ id: String, _ second: Int) -> String {
      "<Activity><Id>\(id)</Id>\(lap(point(second), point(second + 5)))</Activity>"
    }
    let text = """
      <TrainingCenterDatabase><Activities>\(activity("new", 40))\(activity("old", 10))</Activities>
      </TrainingCenterDatabase>
      """
    let start: TimeInterval = 1_767_225_600
    let recording = try Recording("a.tcx", text)
    #expect(recording.times == [10, 10, 15, 15, 40, 40, 45].map { start + $0 })
    #expect(recording.fixes.count == 4 && losses(recording) == 3)
    var options = FeedOptions()
    options.deviceBy = .track
    #expect(try Set(Recording("a.tcx", text, options).devices) == ["new", "old"])
  }
}
