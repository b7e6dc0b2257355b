import ArgumentParser
import Geo
import GeoHost

/// What outlives the run.
struct RunKeeping: OptionTable {
  var state: String?
  var checkpoint = 1.0
  var record: String?
  var recordExact: String?
  var recordRotate: String?
  var recordKeep: String?

  static func declare(_ o: inout OptionRows<Self>) {
    o.option(
      "state", \.state,
      "A directory that keeps regions, their states, timers and geoscript.store for the next run; 'nats' keeps them in streams of --from nats://.",
      value: "dir|nats", completion: .directory)
    o.amount(
      "checkpoint", \.checkpoint, "Minimum seconds of work between checkpoints of --state.", value: "s",
      as: Seconds.self)
    o.option(
      "record", \.record,
      "Write all events to this file (.ndjson or .ndjson.gz); with --from it replays to the same output.",
      value: "file", completion: .file(extensions: ["ndjson", "gz"]))
    o.option(
      "record-exact", \.recordExact,
      "Write all events with the positions in privacy zones, which --record lacks, to this file (0600).",
      value: "file", completion: .file(extensions: ["ndjson", "gz"]))
    o.option(
      "record-rotate", \.recordRotate, "Start a new file of --record at this size or time: 100M, 1h, day …",
      value: "size|time")
    o.option(
      "record-keep", \.recordKeep,
      "Remove parts of --record that are older than this: 30d, 12h; without --record-rotate, a part is a day.",
      value: "time")
  }

  var isRecording: Bool { record != nil || recordExact != nil }

  /// - Errors: ``GeoError`` `usage`.
  func apply(to options: inout RunOptions) throws(GeoError) {
    options.keepsStateInStream = state == "nats"
    options.state = options.keepsStateInStream ? nil : state
    options.checkpointInterval = checkpoint
    options.record = record
    options.recordExact = recordExact
    if let recordRotate { options.recordRotation = try RecordRotation(recordRotate) }
    guard let recordKeep else { return }
    let rotation = options.recordRotation ?? .time(86_400)
    options.recordRotation = rotation
    options.recordKeep = try rotation.keeping(recordKeep)
  }
}
