import FeedTesting
import Geo
import Testing

@testable import GeoFeeds
@testable import GeoFormats

extension TrackSourceTests {
  @Test func whatALineSaysOfItsPositionsIsRead() throws {
    let lists =
      #""times":["2026-01-01T00:00:00Z","2026-01-01T00:00:05Z"],"speeds":[1,null],"courses":[90,null],"#
      + #""accuracies":[15,-1],"verticalAccuracies":[3,4]"#
    let recording = try Recording(
      "a.geojson",
      #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2,3],[1,2.1,3]]},"#
        + #""properties":{"coordinateProperties":{\#(lists)}}}"#)
    #expect(recording.fixes.map(\.horizontalAccuracy) == [15, -1])
    #expect(recording.fixes.map(\.verticalAccuracy) == [3, 4])
    #expect(recording.fixes[0].speed == 1 && recording.fixes[1].speed.isNaN)
    #expect(recording.fixes[0].course == 90 && recording.fixes[1].course.isNaN)
  }

  private func line(_ lists: String) throws -> Recording {
    try Recording(
      "a.geojson",
      #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2,3],[1,2.1,"x"]]},"#
        + #""properties":{"times":["2026-01-01T00:00:00Z","2026-01-01T00:00:05Z"],\#(lists)}}"#)
  }

  @Test func textsOfGeoJSONAreNumbersWithUnits() throws {
    let recording = try line(#""speeds":["36 km/h","3"],"accuracies":["0.12 km"," 15 m "]"#)
    #expect(recording.fixes.map(\.speed) == [10, 3])
    #expect(recording.fixes.map(\.horizontalAccuracy) == [120, 15])
    #expect(recording.firstSkips == ["a.geojson: Feature 1: altitude \"x\" is not a number"])
    let point = try Recording(
      "a.geojson",
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"#
        + #""properties":{"time":1,"accuracy":"120 m","speed":[],"course":"north","verticalAccuracy":null}}"#)
    #expect(point.fixes.map(\.horizontalAccuracy) == [120])
    #expect(
      point.skips.kinds.map(\.kind) == ["speed (fix used without)", "course (fix used without)"])
  }

  @Test func whatGeoJSONSaysInVainIsCounted() throws {
    let recording = try line(#""speeds":[1],"courses":7,"accuracies":["near",5]"#)
    #expect(recording.fixes.map(\.horizontalAccuracy) == [5])
    #expect(
      recording.firstSkips == [
        "a.geojson: Feature 1: has 2 positions and 1 speeds",
        "a.geojson: Feature 1: has 2 positions and 0 courses",
        "a.geojson: Feature 1: accuracy \"near\" is not a number",
        "a.geojson: Feature 1: altitude \"x\" is not a number",
      ])
  }

  @Test func aTimeOfALineThatIsNoDateIsCounted() throws {
    let recording = try Recording(
      "a.geojson",
      #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[1,3]]},"#
        + #""properties":{"times":["soon","2026-01-01T00:00:05Z"]}}"#)
    #expect(recording.fixes.count == 1)
    #expect(recording.firstSkips[0].hasPrefix("a.geojson: Feature 1: time \"soon\" is not a date"))
  }

  @Test func aLineWithoutTimesNeedsThem() throws {
    let text = kml("<Placemark><LineString><coordinates>1,1,9 2,2,9</coordinates></LineString></Placemark>")
    #expect(try Recording("a.kml", text).error?.message.contains("--interval") == true)
    let recording = try Recording("a.kml", text, paced())
    #expect(recording.times == [0, 10])
    #expect(recording.fixes.map(\.altitude) == [9, 9])
  }

  @Test func linesOfGeoJSONHaveTheirTimesBesideThem() throws {
    let line = #""geometry":{"type":"LineString","coordinates":[[13.5,52.5,34],[13.6,52.6]]}"#
    for properties in [
      #"{"coordTimes":["2026-01-01T00:00:00Z","2026-01-01T00:00:05.5Z"]}"#,
      #"{"coordinateProperties":{"times":["2026-01-01T00:00:00Z","2026-01-01T00:00:05.5Z"]}}"#,
      #"{"times":[1767225600,1767225605.5]}"#, #"{"times":[1767225600000,1767225605500]}"#,
    ] {
      let recording = try Recording(
        "ride.geojson", #"{"type":"Feature","properties":\#(properties),\#(line)}"#)
      #expect(recording.times == [Self.start, Self.start + 5.5])
      #expect(recording.fixes[0].altitude == 34 && recording.fixes[1].coordinate.longitude == 13.6)
    }
  }

  @Test func aMultiLineStringHasGapsAndTimesLine() throws {
    let recording = try Recording(
      "a.geojson",
      """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"x","coordTimes":
      [["2026-01-01T00:00:00Z"],["2026-01-01T00:01:00Z","2026-01-01T00:02:00Z"]]},
      "geometry":{"type":"MultiLineString","coordinates":[[[1,1]],[[2,2],[3,3]]]}},
      {"type":"Feature","properties":null,"geometry":{"type":"Point","coordinates":[0,0]}}]}
      """)
    #expect(recording.times.map { $0 - Self.start } == [0, 0, 60, 120])
    #expect(recording.devices.allSatisfy { $0 == "a" })
    #expect(recording.notes == ["a.geojson: its points are not used (1), since the file has a better path"])
  }

  @Test func pointsOfGeoJSONHaveTheirOwnTimes() throws {
    func feature(_ latitude: Int, _ properties: String) -> String {
      #"{"type":"Feature","properties":\#(properties),"geometry":{"type":"Point","coordinates":[5,\#(latitude)]}}"#
    }
    let features = [
      feature(1, #"{"time":"2026-01-01T00:00:20Z","speed":3,"heading":90,"accuracy":12}"#),
      feature(2, #"{"timestamp":1767225610}"#), feature(3, #"{"time":"soon"}"#), feature(4, "null"),
    ]
    for text in [
      #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#,
      features.joined(separator: "\n"),
    ] {
      let recording = try Recording("a.geojson", text)
      #expect(recording.times.map { $0 - Self.start } == [10, 20])
      #expect(recording.fixes.map(\.coordinate.latitude) == [2, 1])
      let fix = try #require(recording.fixes.last)
      #expect(fix.speed == 3 && fix.course == 90 && fix.horizontalAccuracy == 12)
      #expect(recording.skips["time"] == 1)
    }
  }

  @Test(arguments: [
    "{}", "[]", "5", #"{"type":"FeatureCollection"}"#, #"{"type":"Feature","geometry":{"type":"LineString"#,
  ]) func anythingButGeoJSONIsRefused(text: String) throws {
    #expect(try Recording("a.geojson", text).error?.code == .data)
  }
}
