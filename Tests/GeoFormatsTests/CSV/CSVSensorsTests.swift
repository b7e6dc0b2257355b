import FeedTesting
import Geo
import Testing

@testable import GeoFormats

/// Columns of sensors in gpsbabel's universal CSV, and in tables like it: HO-182.
@Suite struct CSVSensorsTests {
  private func attributes(_ titles: String, _ cells: String...) throws -> (json: [String], skips: [String]) {
    let rows = cells.enumerated().map { "1,2,\(1_767_225_600 + $0.offset),\($0.element)\n" }.joined()
    let recording = try Recording("a.csv", "lat,lon,time,\(titles)\n\(rows)")
    #expect(recording.fixes.count == cells.count)
    let json = recording.events.compactMap {
      if case .message(let message) = $0.payload, message.form == "csv" { message.json } else { String?.none }
    }
    return (json, recording.firstSkips)
  }

  @Test func gpsbabelsTitlesAreAttributes() throws {
    let found = try attributes(
      "Temperature,Heartrate,Cadence,Power,Depth", "-1.5,121,80,200,2.5", "-1.5,121,80,200,2.5", ",122,,,",
      ",,,,")
    #expect(
      found.json == [
        #"{"heartRate":121,"cadence":80,"temperature":-1.5,"depth":2.5,"power":200}"#, #"{"heartRate":122}"#,
      ])
    #expect(found.skips == [])
  }

  @Test func otherUnitsAreConverted() throws {
    #expect(
      try attributes("heart,tempf,depth ft", "1,212,10").json == [
        #"{"heartRate":1,"temperature":100,"depth":3.048}"#
      ])
  }

  @Test func aValueThatIsNoNumberCostsItselfOnly() throws {
    let found = try attributes("heartrate,cadence", "fast,80")
    #expect(found.json == [#"{"cadence":80}"#])
    #expect(found.skips == ["a.csv:2: heartRate \"fast\" is not a number"])
  }

  /// The depth of an earthquake in kilometers, the power of a tracker's battery.
  @Test func titlesThatMayMeanAnythingNeedAnotherOne() throws {
    #expect(try attributes("depth,power,temperature", "10,on,cold").json == [])
    #expect(try attributes("depth,No", "10,1").json == [#"{"depth":10}"#])
  }
}
