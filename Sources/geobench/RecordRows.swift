import Geo
import GeoDelivery
import GeoFeeds
import GeoFormats
import GeoHost
import Glibc

/// The cost of recordings: writing a line, a run with and without a recorder, its replay, conversions.
enum RecordRows {
  static func run(_ arguments: Arguments) throws {
    let log = arguments.data + "/fixes.ndjson"
    guard access(log, R_OK) == 0 else { Measure.fail("there is no \(log)", code: 66) }
    let directory = DeviceDirectory()
    let source = try FileFeed.open(log, directory: directory)
    var events: [DeviceEvent] = []
    while try source.read(into: &events) {}
    try write(events, directory, arguments)
    try record(log, events.count, arguments)
    try convert(log, events.count, arguments)
  }

  private static func write(
    _ events: [DeviceEvent], _ directory: DeviceDirectory, _ arguments: Arguments
  ) throws {
    let writer = EventLogWriter(directory: directory)
    var bytes = 0
    let times = (0..<arguments.runs).map { _ in
      Measure.time {
        bytes = 0
        for event in events {
          writer.append(event)
          if writer.bytes.count > 1 << 16 {
            bytes += writer.bytes.count
            writer.removeAll()
          }
        }
      }.1
    }
    Measure.row("record.write.each", Measure.median(times) / Double(events.count) * 1e9, "ns")
    Measure.row("record.write.bytes", Double(bytes) / Double(events.count), "B")
  }

  /// A run of a script that gets no fix, so that the difference is the cost of the recorder.
  private static func record(_ log: String, _ count: Int, _ arguments: Arguments) throws {
    let script = arguments.data + "/record.lua"
    let target = arguments.data + "/recording"
    try put("CLLocationManager.new{}", script)
    func seconds(_ change: (inout RunOptions) -> Void) throws -> Double {
      var options = RunOptions(script: script)
      options.sources = [log]
      options.isQuiet = true
      options.alerts = [.none]
      change(&options)
      let times = try (0..<arguments.runs).map { _ in
        unlink(target + ".ndjson")
        unlink(target + ".ndjson.gz")
        return try Measure.time { _ = try Run(options).run() }.1
      }
      return Measure.median(times) / Double(count) * 1e9
    }
    let bare = try seconds { _ in }
    Measure.row("record.run.bare", bare, "ns")
    Measure.row("record.run.recorder", try seconds { $0.record = target + ".ndjson" } - bare, "ns")
    Measure.row("record.run.recorder.gz", try seconds { $0.record = target + ".ndjson.gz" } - bare, "ns")
    // The last run left the recording there.
    var options = RunOptions(script: script)
    options.sources = [log]
    options.isQuiet = true
    options.record = target + ".ndjson"
    _ = try Run(options).run()
    options.record = nil
    options.sources = [target + ".ndjson"]
    let replays = try (0..<arguments.runs).map { _ in try Measure.time { _ = try Run(options).run() }.1 }
    Measure.row("record.replay.each", Measure.median(replays) / Double(count) * 1e9, "ns")
    let infos = try (0..<arguments.runs).map { _ in
      try Measure.time { _ = try LogSummary(target + ".ndjson") }.1
    }
    Measure.row("record.info.each", Measure.median(infos) / Double(count) * 1e9, "ns")
  }

  private static func convert(_ log: String, _ count: Int, _ arguments: Arguments) throws {
    for form in TrackForm.allCases where form.holdsDevices {
      let target = arguments.data + "/converted." + form.rawValue
      let times = try (0..<arguments.runs).map { _ in
        try Measure.time { _ = try TrackConversion([log], to: target, as: form).run() }.1
      }
      Measure.row("record.convert.\(form.rawValue)", Measure.median(times) / Double(count) * 1e9, "ns")
      unlink(target)
    }
  }

  private static func put(_ text: String, _ path: String) throws {
    guard let file = fopen(path, "w") else { Measure.fail("cannot write \(path)", code: 73) }
    fputs(text, file)
    fclose(file)
  }
}
