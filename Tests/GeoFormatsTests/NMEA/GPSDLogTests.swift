import FeedTesting
import Foundation
import Geo
import Testing

/// Compares the fixes of receivers' logs with gpsd's.
///
/// - Source: gpsd 3.22, test/daemon/*.log and *.log.chk, BSD-2-Clause; see Tests/receivers/README.md.
@Suite struct GPSDLogTests {
  static let names = [
    "bu353s4", "gr601-w", "isync", "motorola-t805", "myguide-3100", "navika-100-fix", "nmea-rtk",
    "pharos-360",
    "geos-1m",
  ]

  struct Report {
    var time = 0.0
    var latitude = 0.0
    var longitude = 0.0
    var altitude: Double?
    var speed: Double?
    var course: Double?
  }

  private static func folder() -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/../../receivers"
  }

  private func reports(_ name: String) throws -> [Report] {
    let text = try String(contentsOfFile: "\(Self.folder())/\(name).log.chk", encoding: .isoLatin1)
    return text.split(whereSeparator: \.isNewline).compactMap { line in
      guard line.hasPrefix("{\"class\":\"TPV\""),
        let json = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let time = json["time"] as? String, let latitude = json["lat"] as? Double,
        let longitude = json["lon"] as? Double, let instant = ISO8601.parse(time)
      else { return nil }
      return Report(
        time: instant, latitude: latitude, longitude: longitude, altitude: json["altMSL"] as? Double,
        speed: json["speed"] as? Double, course: json["track"] as? Double)
    }
  }

  @Test(arguments: names)
  func gpsdAgrees(name: String) throws {
    let recording = try Recording(["\(Self.folder())/\(name).log"])
    // gpsd moves dates before 2017 by 1024 weeks, because the week number of such a receiver has rolled over.
    let era = 1024.0 * 7 * 86_400
    var ours: [Double: Fix] = [:]
    for event in recording.events {
      if case .location(let fix) = event.payload {
        ours[event.timestamp.truncatingRemainder(dividingBy: era)] = fix
      }
    }
    let reports = try reports(name)
    #expect(!reports.isEmpty)
    // gpsd reports a round at its end, so the last one of a log may be missing there.
    let count = Set(reports.map(\.time)).count
    #expect((count...count + 2).contains(ours.count))
    // Of several reports of one moment, the last is complete.
    for report in Dictionary(reports.map { ($0.time, $0) }, uniquingKeysWith: { $1 }).values {
      let fix = try #require(ours[report.time.truncatingRemainder(dividingBy: era)])
      #expect(abs(fix.coordinate.latitude - report.latitude) < 1e-8)
      #expect(abs(fix.coordinate.longitude - report.longitude) < 1e-8)
      if let altitude = report.altitude { #expect(abs(fix.altitude - altitude) < 1e-3) }
      if let speed = report.speed { #expect(abs(fix.speed - speed) < 1e-3) }
      if let course = report.course { #expect(abs(fix.course - course) < 1e-3) }
    }
  }
}
