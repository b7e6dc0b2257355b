import CommandTesting
import FeedTesting
import Geo
import GeoDelivery
import GeoFormats
import GeoLua
import Glibc
import Testing

@testable import GeoHost

@Suite struct ReportTests {
  private let folder = TemporaryDirectory()

  private func line(_ time: Double, _ device: String, _ latitude: Double, speed: Double?) -> String {
    let speed = speed.map { ",\"speed\":\($0)" } ?? ""
    return "{\"time\":\(time),\"device\":\"\(device)\",\"latitude\":\(latitude),\"longitude\":13\(speed)}\n"
  }

  /// A van that rests ten minutes, drives ten minutes at 10 m/s to the north, and rests again.
  private func van(_ name: String, from start: Double, speeds: Bool = true) -> String {
    var (text, latitude) = ("", 52.0)
    for second in stride(from: 0.0, through: 1800, by: 10) {
      let moves = (600..<1200).contains(second)
      if moves { latitude += 0.0009 }
      text += line(start + second, name, latitude, speed: speeds ? moves ? 10 : 0 : nil)
    }
    return text
  }

  private func outcome(_ kind: Report.Kind, _ log: String, zone: String = "UTC", fences: String? = nil) throws
    -> Report.Outcome
  {
    var report = Report(
      kind, of: [try folder.write("log.ndjson", log)], in: try #require(TimeZoneOption(zone).rules))
    if let fences { report.fences = [try folder.write("fences.geojson", fences)] }
    return try report.run()
  }

  private func column(_ key: String, _ table: ReportTable) throws -> [ReportTable.Value] {
    let index = try #require(table.columns.firstIndex { $0.key == key })
    return table.rows.map { $0[index] }
  }

  @Test(arguments: [true, false])
  func tripsOfSeveralDevices(speeds: Bool) throws {
    let log = van("a", from: 0, speeds: speeds) + van("b", from: 86_400, speeds: speeds)
    let table = try outcome(.trips, log).table
    #expect(try column("device", table) == [.text("a"), .text("b")])
    #expect(try column("day", table) == [.text("1970-01-01"), .text("1970-01-02")])
    guard case .number(let way) = try column("distance", table)[0],
      case .number(let start) = try column("start", table)[0]
    else { throw GeoError(.internal, "no number") }
    // A trip begins at its first position in motion, here behind the first of 60 steps: 59 steps of 0.0009° on the
    // meridian at 52°; GeodSolve -i: 100.14 m each. Without speeds half a minute may miss.
    #expect(abs(way - 5908) < (speeds ? 10 : 400))
    #expect(abs(start - 600) <= (speeds ? 0 : 30))
    #expect(table.totals.map(\.device) == ["a", "b", nil] && table.totals[2].count == 2)
  }

  /// Fixes from the first to the last in motion, north at 10 m/s: 0.0009° are 100.1 m (GeodSolve).
  private func drive(every step: Double) -> String {
    stride(from: 0, through: 1200, by: step).map { line($0, "a", 52 + $0 * 0.000_09, speed: nil) }.joined()
  }

  @Test(arguments: [1.0, 10, 30, 300])
  func aTrackWithoutSpeedsThatBeginsInMotionHasNoStop(step: Double) throws {
    #expect(try outcome(.stops, drive(every: step)).table.rows.isEmpty)
    let trips = try outcome(.trips, drive(every: step)).table
    #expect(try column("start", trips) == [.number(0)] && column("end", trips) == [.number(1200)])
    let day = try outcome(.distance, drive(every: step))
    #expect(try column("moving", day.table) == [.number(1200)])
    #expect(day.fixes == Int(1200 / step) + 1)
  }

  @Test func theSpeedOfATrackOfLessThanHalfAMinuteIsItsMean() throws {
    let log = line(0, "a", 52, speed: nil) + line(5, "a", 52.0009, speed: nil)
    guard case .number(let speed) = try column("maximumSpeed", try outcome(.distance, log).table)[0] else {
      throw GeoError(.internal, "no number")
    }
    #expect(abs(speed - 20.03) < 0.01)
    #expect(
      try column("fixes", try outcome(.distance, line(0, "a", 52, speed: nil)).table) == [.number(1)])
  }

  @Test func afterALossOfTheSignalASpeedBeginsAnew() throws {
    let lost = #"{"time":1201,"device":"a","type":"signalLost"}"# + "\n"
    let later = (0...30).map { line(2000 + Double($0) * 10, "a", 53, speed: nil) }.joined()
    let stops = try outcome(.stops, drive(every: 10) + lost + later).table
    // The first fix after the gap is the first one at rest.
    #expect(try column("start", stops).count == 1)
  }

  @Test func theEndOfATripOverMidnightHasItsDate() throws {
    let html = try outcome(.trips, van("a", from: 85_500)).table.html
    #expect(html.contains(">23:55:00</time>") && html.contains(">1970-01-02 00:05:00</time>"))
  }

  @Test func stopsAndVisits() throws {
    let stops = try outcome(.stops, van("a", from: 0)).table
    #expect(try column("duration", stops) == [.number(600), .number(600)])
    let visits = try outcome(.visits, van("a", from: 0)).table
    #expect(visits.rows.count == 2)
    #expect(try column("departure", visits)[1] == .none)
  }

  @Test func daysAreThoseOfTheZone() throws {
    // 2026-03-28T22:30Z is 23:30 in Berlin; the next night has 23 hours there.
    let start = 1_774_737_000.0
    var log = ""
    for hour in 0..<30 { log += line(start + Double(hour) * 3600, "a", 52 + Double(hour) * 0.01, speed: 1) }
    let table = try outcome(.distance, log, zone: "Europe/Berlin").table
    #expect(try column("day", table) == [.text("2026-03-28"), .text("2026-03-29"), .text("2026-03-30")])
    #expect(try column("fixes", table) == [.number(1), .number(23), .number(6)])
    let utc = try outcome(.distance, log).table
    #expect(try column("fixes", utc) == [.number(2), .number(24), .number(4)])
  }

  @Test func staysInFences() throws {
    let fences = """
      {"type":"Feature","id":"depot","properties":{"radius":300},"geometry":{"type":"Point","coordinates":[13,52]}}
      {"type":"Feature","id":"mine","properties":{"radius":1000},"geometry":{"type":"Point","coordinates":[13,52.03]}}
      """
    let table = try outcome(.fences, van("a", from: 0), fences: fences).table
    #expect(try column("region", table) == [.text("depot"), .text("mine")])
    // 0.0009° are 100.1 m: the third step of the drive is 300.4 m from the depot.
    #expect(try column("enter", table)[0] == .number(0))
    #expect(try column("exit", table)[0] == .number(620))
    guard case .number(let inside) = try column("distance", table)[1] else {
      throw GeoError(.internal, "no number")
    }
    #expect(abs(inside - 2000) < 200)
  }

  @Test func theFormsSayTheSame() throws {
    let table = try outcome(.trips, van(#"<a>, \"b\""#, from: 0)).table
    let csv = table.csv.split(separator: "\n")
    #expect(
      csv[0].hasPrefix("day,device,start,end,duration,distance,averageSpeed,maximumSpeed,startLatitude"))
    #expect(csv[1].hasPrefix("1970-01-01,\"<a>, \"\"b\"\"\",1970-01-01T00:10:00Z,1970-01-01T00:20:00Z,600,"))
    let json = try JSONParser.parse(table.json)
    guard case .array(let rows)? = json["rows"] else { throw GeoError(.internal, "no rows") }
    #expect(rows[0]["device"]?.text == "<a>, \"b\"" && rows[0]["start"]?.text == "1970-01-01T00:10:00Z")
    let html = table.html
    #expect(html.contains("<td>&lt;a&gt;, &quot;b&quot;</td>") && html.contains("0:10 h"))
    // Nothing is fetched.
    #expect(!html.contains("http") && !html.contains("src=") && !html.contains("<script"))
  }

  @Test func aRunThatCameInDisorderIsPutInOrder() throws {
    var lines = van("a", from: 0).split(separator: "\n").map(String.init)
    lines.swapAt(70, 71)
    // Ten seconds are more than the window has.
    let late = try outcome(.trips, lines.joined(separator: "\n") + "\n")
    #expect(late.skips["late"] == 1)
    #expect(late.table.rows.count == 1)
  }

  @Test func anEmptyLogIsAnError() throws {
    let error = #expect(throws: GeoError.self) {
      _ = try outcome(.trips, "{\"time\":1,\"type\":\"clock\"}\n")
    }
    #expect(error?.code == .data)
  }

  /// A file with the newer day first: each day is reported as if it stood alone, and the user is told.
  @Test(arguments: Report.Kind.allCases)
  func timesThatStepBackBeginAnew(kind: Report.Kind) throws {
    let fence = """
      {"type":"Feature","properties":{"identifier":"f"},"geometry":{"type":"Polygon","coordinates":
      [[[12.9,51.99],[13.1,51.99],[13.1,52.02],[12.9,52.02],[12.9,51.99]]]}}
      """
    let fences = kind == .fences ? fence : nil
    let (first, second) = (van("a", from: 0), van("a", from: 86_400))
    let sorted = try outcome(kind, first + second, fences: fences)
    let turned = try outcome(kind, second + first, fences: fences)
    #expect(
      turned.notes.filter { $0.hasPrefix("a: its times step back 1 time") }.count == 1, "\(turned.notes)")
    #expect(sorted.notes.isEmpty && sorted.fixes == turned.fixes)
    guard kind == .trips || kind == .distance else { return }
    let key = kind == .trips ? "distance" : "moving"
    // A length of the whole way is a sum that begins elsewhere.
    func values(_ outcome: Report.Outcome) throws -> [Int] {
      try column(key, outcome.table).map {
        if case .number(let value) = $0 { Int(value.rounded()) } else { -1 }
      }
    }
    #expect(try values(turned).sorted() == values(sorted).sorted())
  }

  @Test func aReportDoesNotReplaceWhatItReads() throws {
    let command = try Command(["a.ndjson": van("a", from: 0)])
    symlink("a.ndjson", command.path("link.csv"))
    for output in ["a.ndjson", "link.csv"] {
      let result = try command.run("report", "distance", "--from", "a.ndjson", "-f", "-o", output)
      #expect(result.code != 0, "\(result.errors)")
    }
    #expect(command.read("a.ndjson") == van("a", from: 0))
  }

  @Test(arguments: ["replay-info a.ndjson", "stubs", "docs regions", "config", "nats-config"])
  func aFullDiskIsToldByEveryCommand(words: String) throws {
    let command = try Command(["a.ndjson": van("a", from: 0)])
    let result = try command.shell("$geoscript \(words) > /dev/full")
    #expect(result.code == 74, "\(result.code) \(result.errors)")
    #expect(result.errors.contains("standard output"))
  }
}
