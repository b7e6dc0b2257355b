import FeedTesting
import Geo
import GeoFormats
import Testing

@testable import GeoFeeds

/// What sensors measure beside fixes is read, written and read again.
@Suite struct SensorConversionTests {
  private let folder = TemporaryDirectory()

  /// Garmin's own names: TrackPointExtension v1, beside Strava's power.
  static let gpx = """
    <gpx version="1.1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"><trk><trkseg>
    <trkpt lat="52.5" lon="13.4"><time>2026-01-01T00:00:00.250Z</time><extensions><power>200</power>
    <gpxtpx:TrackPointExtension><gpxtpx:atemp>-1.5</gpxtpx:atemp><gpxtpx:wtemp>4</gpxtpx:wtemp>
    <gpxtpx:depth>2.5</gpxtpx:depth><gpxtpx:hr>121</gpxtpx:hr><gpxtpx:cad>80</gpxtpx:cad></gpxtpx:TrackPointExtension>
    </extensions></trkpt><trkpt lat="52.6" lon="13.4"><time>2026-01-01T00:00:01Z</time></trkpt></trkseg></trk></gpx>
    """

  private func attributes(_ recording: Recording) -> [String] {
    recording.events.compactMap {
      if case .message(let message) = $0.payload, message.form == "gpx" { message.json } else { nil }
    }
  }

  private func convert(_ form: TrackForm) throws -> (path: String, report: TrackConversion.Report) {
    let output = "\(folder.path)/out.\(form.rawValue)"
    return (output, try TrackConversion([try folder.write("a.gpx", Self.gpx)], to: output, as: form).run())
  }

  static let json =
    #"{"heartRate":121,"cadence":80,"temperature":-1.5,"waterTemperature":4,"depth":2.5,"power":200}"#

  @Test func extensionsOfGPXAreAttributes() throws {
    let recording = try Recording("a.gpx", Self.gpx)
    #expect(attributes(recording) == [Self.json] && recording.fixes.count == 2)
    let wrong = try Recording("a.gpx", Self.gpx.replacing("121", with: "fast"))
    // The fix is good without its pulse.
    #expect(wrong.fixes.count == 2 && wrong.skips["hr"] == 1)
    #expect(wrong.firstSkips == ["a.gpx:4: hr \"fast\" is not a number (the fix is used)"])
  }

  @Test func gpxKeepsThem() throws {
    let (path, report) = try convert(.gpx)
    #expect(report.losses.isEmpty)
    // The second fix keeps the values, so nothing changes there.
    #expect(attributes(try Recording([path])) == [Self.json])
  }

  @Test func unicsvHasTheColumnsOfGpsbabel() throws {
    let (path, report) = try convert(.unicsv)
    let stream = try ByteStream(path: path)
    let lines = String(decoding: try stream.peek(1 << 12), as: UTF8.self).split(separator: "\n")
    #expect(
      lines == [
        "Latitude,Longitude,Name,Altitude,Temperature,Speed,Course,Heartrate,Cadence,Power,Depth,UTC-Date,UTC-Time",
        "52.5,13.4,a,,-1.5,,,121,80,200,2.5,2026/01/01,00:00:00.25",
        "52.6,13.4,a,,-1.5,,,121,80,200,2.5,2026/01/01,00:00:01",
      ])
    #expect(report.losses.map(\.what) == ["water temperature"])
    let recording = try Recording([path])
    #expect(recording.times == [1_767_225_600.25, 1_767_225_600.25, 1_767_225_601])
    guard case .message(let message)? = recording.events.first?.payload else { return #expect(Bool(false)) }
    #expect(
      message.json == #"{"heartRate":121,"cadence":80,"temperature":-1.5,"depth":2.5,"power":200}"#)
  }

  @Test func otherFormsSayWhatTheyLose() throws {
    #expect(try convert(.kml).report.losses.map(\.what) == ["attributes"])
  }

  private func log(_ attributes: String...) -> String {
    attributes.enumerated().map { index, text in
      let line = #"{"time":\#(index + 1),"type":"attributes","attributes":{\#(text)}}"#
      return line + "\n" + #"{"time":\#(index + 1),"latitude":1,"longitude":2}"# + "\n"
    }.joined()
  }

  private func attributes(of log: String, _ form: TrackForm) throws -> (json: [String], losses: [String: Int])
  {
    let output = "\(folder.path)/out.\(form.rawValue)"
    let report = try TrackConversion([try folder.write("a.ndjson", log)], to: output, as: form).run()
    let json = try Recording([output]).events.compactMap {
      if case .message(let message) = $0.payload { message.json } else { String?.none }
    }
    return (json, Dictionary(uniqueKeysWithValues: report.losses.map { ($0.what, $0.count) }))
  }

  @Test(arguments: [TrackForm.gpx, .unicsv])
  func sensorsAreTakenFromBesideOtherAttributes(form: TrackForm) throws {
    let found = try attributes(of: log(#""heartRate":72"#, #""heartRate":80,"battery":49"#), form)
    #expect(found.json == [#"{"heartRate":72}"#, #"{"heartRate":80}"#] && found.losses == ["attributes": 1])
  }

  @Test(arguments: [TrackForm.gpx, .unicsv], ["null", "\"fast\""])
  func aValueThatEndsIsNotWrittenAgain(form: TrackForm, end: String) throws {
    let found = try attributes(
      of: log(#""heartRate":72,"cadence":80"#, #""heartRate":\#(end),"cadence":80"#), form)
    #expect(found.json == [#"{"heartRate":72,"cadence":80}"#, #"{"cadence":80}"#])
    #expect(found.losses == (end == "null" ? [:] : ["attributes": 1]))
  }

  @Test func whatNoFixShowsIsNamed() throws {
    func line(_ time: Int, _ pulse: Int) -> String {
      #"{"time":\#(time),"type":"attributes","attributes":{"heartRate":\#(pulse)}}"# + "\n"
    }
    func fix(_ time: Int) -> String { #"{"time":\#(time),"latitude":1,"longitude":2}"# + "\n" }
    let found = try attributes(of: fix(1) + line(2, 180) + line(3, 100) + fix(4) + line(5, 90), .gpx)
    #expect(found.json == [#"{"heartRate":100}"#])
    #expect(found.losses == ["attributes": 2, "time of attributes": 1])
  }
}
