import FeedTesting
import Geo
import GeoFormats
import Testing

@testable import GeoFeeds

/// What is written reads back: findings D8 and D11.
@Suite struct TrackConversionTests {
  private let folder = TemporaryDirectory()

  private func fixes(_ path: String) throws -> [Fix] { try Recording([path]).fixes }

  private func convert(_ input: String, _ form: TrackForm) throws -> (
    path: String, report: TrackConversion.Report
  ) {
    let output = "\(folder.path)/out.\(form.rawValue)"
    let report = try TrackConversion([input], to: output, as: form).run()
    return (output, report)
  }

  private func text(_ path: String) throws -> String {
    let stream = try ByteStream(path: path)
    return String(decoding: try stream.peek(1 << 16), as: UTF8.self)
  }

  @Test(arguments: [TrackForm.gpx, .kml, .csv])
  func numbersHaveNoExponents(form: TrackForm) throws {
    let log =
      #"{"time":1,"latitude":-0.000091697,"longitude":1.2345e-9,"altitude":1e-12,"speed":3e-7,"course":0}"#
    let input = try folder.write("a.ndjson", log + "\n")
    let (path, _) = try convert(input, form)
    let written = try text(path)
    #expect(written.contains("-0.000091697") && written.contains("0.0000000012345"))
    #expect(written.contains("0.000000000001"))
    #expect(!written.contains("e-") && !written.contains("E-"))
    #expect(try fixes(path).map(\.coordinate) == fixes(input).map(\.coordinate))
  }

  @Test(arguments: [TrackForm.geojson, .gpx, .kml, .csv, .ndjson])
  func loneFixesBetweenLossesOfTheSignalStay(form: TrackForm) throws {
    var log = ""
    for (time, latitude) in [(1, 1.0), (2, 2.0), (10, 3.0), (20, 4.0), (21, 5.0), (30, 6.0)] {
      if [10, 20, 30].contains(time) { log += #"{"time":\#(time - 1),"type":"signalLost"}"# + "\n" }
      log += #"{"time":\#(time),"latitude":\#(latitude),"longitude":2,"horizontalAccuracy":\#(time)}"# + "\n"
    }
    let input = try folder.write("a.ndjson", log)
    let (path, report) = try convert(input, form)
    let recording = try Recording([path])
    #expect(recording.fixes.map(\.coordinate.latitude) == [1, 2, 3, 4, 5, 6])
    #expect(report.written == 6)
    let losses = recording.events.filter { if case .signalLost = $0.payload { true } else { false } }
    // A table has no room for them, KML none for accuracies, and only a log for their times; the report says so.
    #expect(losses.count == (form == .csv ? 0 : 3))
    #expect(report.losses.map(\.count) == (form == .ndjson ? [] : form == .kml ? [6, 3] : [3]))
    if form != .kml { #expect(recording.fixes.map(\.horizontalAccuracy) == [1, 2, 10, 20, 21, 30]) }
  }

  @Test func whatGeoJSONSaysOfPositionsComesBack() throws {
    let input = try folder.write(
      "a.ndjson",
      """
      {"time":1,"latitude":1,"longitude":2,"horizontalAccuracy":15,"verticalAccuracy":4,"altitude":3,"speed":0.3,"course":7}
      {"time":2,"latitude":1,"longitude":2.1,"horizontalAccuracy":-1}
      """ + "\n")
    let (path, report) = try convert(input, .geojson)
    let (before, after) = (try fixes(input), try fixes(path))
    #expect(after.map(\.horizontalAccuracy) == before.map(\.horizontalAccuracy))
    #expect(after[0].verticalAccuracy == 4 && after[0].speed == 0.3 && after[0].course == 7)
    #expect(report.losses.isEmpty)
  }

  @Test(arguments: [TrackForm.kml, .nmea, .rec])
  func aFixThatItsReceiverDisownsIsNotMadeGood(form: TrackForm) throws {
    let input = try folder.write(
      "a.ndjson", #"{"time":1,"latitude":1,"longitude":2,"horizontalAccuracy":-1}"# + "\n")
    let (path, report) = try convert(input, form)
    #expect(report.losses.map(\.what) == ["invalid fix"] && report.written == 0)
    #expect(!(try text(path)).contains("coord>"))
  }

  @Test(arguments: [TrackForm.gpx, .nmea])
  func aFailureLeavesNoFileAndTheOldOneAsItWas(form: TrackForm) throws {
    let good = #"{"time":1,"latitude":1,"longitude":2}"# + "\n"
    let log = try folder.write("good.ndjson", good)
    let broken = try folder.write("broken.gpx", "<gpx><trk><trkseg><trkpt lat='1' lon='2'>")
    let output = "\(folder.path)/out.\(form.rawValue)"
    func run(_ input: String, replaces: Bool) throws {
      var conversion = TrackConversion([input], to: output, as: form)
      conversion.replaces = replaces
      _ = try conversion.run()
    }
    try? run(broken, replaces: false)
    #expect(folder.names.filter { $0.hasPrefix("out") } == [])
    try run(log, replaces: false)
    let written = try text(output)
    #expect(throws: GeoError.self) { try run(log, replaces: false) }
    try? run(broken, replaces: true)
    #expect(try text(output) == written)
    #expect(folder.names.filter { $0.hasPrefix("out") } == ["out.\(form.rawValue)"])
  }

  @Test func anEmptyFileMayBeReplaced() throws {
    let input = try folder.write("a.ndjson", #"{"time":1,"latitude":1,"longitude":2}"# + "\n")
    _ = try folder.write("out.gpx", "")
    #expect(try convert(input, .gpx).report.written == 1)
  }

  @Test func nmeaSaysWhichFixesItCannotTellApart() throws {
    let input = try folder.write(
      "a.ndjson",
      (1...3).map { #"{"time":1767225605,"latitude":\#($0),"longitude":2}"# + "\n" }.joined()
        + #"{"time":1767225606,"latitude":9,"longitude":2}"# + "\n")
    let (_, report) = try convert(input, .nmea)
    #expect(report.losses.map(\.what) == ["second fix of one time"] && report.losses[0].count == 2)
  }

  /// A reader knows two digits of a year: those from 1980 to 2079.
  @Test(arguments: [
    ("1979-12-31T23:59:59Z", true), ("1980-01-01T00:00:00Z", false), ("2080-01-01T00:00:00Z", true),
  ])
  func nmeaSaysWhichCenturyItCannotHold(time: String, isLost: Bool) throws {
    let input = try folder.write("a.ndjson", #"{"time":"\#(time)","latitude":1,"longitude":2}"# + "\n")
    let (path, report) = try convert(input, .nmea)
    #expect(report.losses.map(\.what) == (isLost ? ["century"] : []))
    #expect(try (Set(Recording([path]).times) == Set(Recording([input]).times)) == !isLost)
  }

  @Test(arguments: [TrackForm.rec, .nmea])
  func aCourseThatRoundsToNorthIsZero(form: TrackForm) throws {
    let input = try folder.write(
      "a.ndjson", #"{"time":1767225600,"latitude":1,"longitude":2,"speed":1,"course":359.9999}"# + "\n")
    #expect(try fixes(try convert(input, form).path).map(\.course) == [0])
  }
}
