import Geo
import GeoFeeds
import GeoFormats
import Glibc

/// Figures of the feeds from files: CPU time per pass and per record, and memory over long logs.
enum FeedRows {
  static func run(_ arguments: Arguments) throws {
    parse("gpx", arguments.data + "/track.gpx", arguments)
    parse("ndjson", arguments.data + "/fixes.ndjson", arguments)
    parse("csv", arguments.data + "/fixes.csv", arguments)
    let circles = (0..<100_000).map { number in
      MonitoredRegion(identifier: "c\(number)", center: place(number), radius: 100)
    }
    try fences("circles", circles, arguments)
    try fences("polygons", (0..<20_000).map { try polygon($0) }, arguments)
  }

  private static func parse(_ name: String, _ path: String, _ arguments: Arguments) {
    guard access(path, R_OK) == 0 else { return }
    var count = 0
    let seconds = Measure.median((0..<arguments.runs).map { _ in Measure.time { count = read(path) }.1 })
    Measure.row("feeds.\(name).cpu", seconds, "s", digits: 4)
    Measure.row("feeds.\(name).each", seconds / Double(max(1, count)) * 1e9, "ns")
    Measure.row("feeds.\(name).count", Double(count), "events")
  }

  /// A receiver's log, of which two sentences make a fix.
  static func nmea(_ arguments: Arguments) {
    let path = arguments.data + "/receiver.nmea"
    guard access(path, R_OK) == 0 else { return }
    var count = 0
    let seconds = Measure.median((0..<arguments.runs).map { _ in Measure.time { count = read(path) }.1 })
    Measure.row("feeds.nmea.sentence", seconds / Double(max(1, 2 * count)) * 1e9, "ns")
    Measure.row("feeds.nmea.count", Double(count), "events")
  }

  private static func place(_ number: Int) -> CLLocationCoordinate2D {
    CLLocationCoordinate2DMake(
      Double(number % 160) - 80 + Double(number) * 1e-7,
      Double(number / 160 % 350) - 175 + Double(number) * 1e-7)
  }

  /// A ring of a hundred corners.
  private static func polygon(_ number: Int) throws -> MonitoredRegion {
    let center = place(number)
    let ring = (0..<100).map { corner in
      let angle = Double(corner) / 50 * .pi
      let size = corner % 2 == 0 ? 0.01 : 0.008
      return CLLocationCoordinate2DMake(
        center.latitude + size * sin(angle), center.longitude + size * cos(angle))
    }
    return MonitoredRegion(identifier: "p\(number)", shape: .polygon(try PolygonShape(parts: [[ring]])))
  }

  /// Writes regions as GeoJSON and measures reading them.
  private static func fences(_ name: String, _ regions: [MonitoredRegion], _ arguments: Arguments) throws {
    let path = arguments.data + "/fences-\(name).geojson"
    let text = GeoJSON.text(of: regions)
    guard let file = fopen(path, "w") else { Measure.fail("cannot write \(path)", code: 73) }
    fputs(text, file)
    fclose(file)
    let times = try (0..<arguments.runs).map { _ in
      try Measure.time { _ = try FenceFile.read(path, desiredAccuracy: 0) }.1
    }
    Measure.row("feeds.fences.\(name).cpu", Measure.median(times), "s", digits: 4)
    Measure.row("feeds.fences.\(name).bytes", Double(text.utf8.count), "B")
    Measure.row("feeds.fences.\(name).count", Double(regions.count), "regions")
  }

  /// Reads a file to its end and returns the number of events.
  private static func read(_ path: String) -> Int {
    do {
      let source = try FileFeed.open(path, directory: DeviceDirectory())
      var batch: [DeviceEvent] = []
      var count = 0
      while try source.read(into: &batch) {
        count += batch.count
        batch.removeAll(keepingCapacity: true)
      }
      return count + batch.count
    } catch {
      Measure.fail("\(error)", code: 66)
    }
  }

  /// Memory after 10 MB and after 1 GB of a file that is repeated through a pipe.
  static func memory(_ arguments: Arguments) {
    let log = arguments.data + "/fixes.ndjson"
    if access(log, R_OK) == 0 { memory("ndjson", "while cat '\(log)'; do :; done", arguments) }
    // One document: repeats the file's points without the lines around them.
    let track = arguments.data + "/track.gpx"
    if access(track, R_OK) == 0 {
      memory("gpx", "head -n 2 '\(track)'; while sed '1,2d;$d' '\(track)'; do :; done", arguments)
    }
  }

  private static func memory(_ name: String, _ command: String, _ arguments: Arguments) {
    let small = memoryOver(name, command, bytes: 10_000_000, arguments)
    let large = memoryOver(name, command, bytes: 1_000_000_000, arguments)
    Measure.row("feeds.\(name).memory.10MB", Double(small) / 1024, "MiB")
    Measure.row("feeds.\(name).memory.1GB", Double(large) / 1024, "MiB")
    Measure.row("feeds.\(name).memory.growth", Double(large - small) / 1024, "MiB")
  }

  /// The peak of resident memory, in KiB, while reading `bytes` of the output of `command` from a pipe.
  private static func memoryOver(
    _ name: String, _ command: String, bytes: Int, _ arguments: Arguments
  ) -> Int {
    var ends: [CInt] = [0, 0]
    guard pipe(&ends) == 0 else { return 0 }
    let command = "{ \(command); } 2>/dev/null | head -c \(bytes) >&\(ends[1])"
    var child = pid_t()
    let words: [UnsafeMutablePointer<CChar>?] = [strdup("sh"), strdup("-c"), strdup(command), nil]
    defer { for word in words { free(word) } }
    guard posix_spawn(&child, "/bin/sh", nil, nil, words, environ) == 0 else { return 0 }
    close(ends[1])
    let count = read("/proc/self/fd/\(ends[0])")
    Measure.row("feeds.\(name).memory.\(bytes / 1_000_000)MB.count", Double(count), "events")
    close(ends[0])
    waitpid(child, nil, 0)
    return peak()
  }

  /// The highest resident memory of this process so far, in KiB.
  private static func peak() -> Int {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return usage.ru_maxrss
  }
}
