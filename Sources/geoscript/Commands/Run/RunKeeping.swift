import ArgumentParser
import Geo
import GeoHost

/// What outlives the run.
struct RunKeeping: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A directory that keeps regions, their states, timers and geoscript.store for the next run; 'nats' keeps them in streams of --from nats://.",
      valueName: "dir|nats"), completion: .directory)
  var state: String?

  @Option(help: ArgumentHelp("Least seconds of work between checkpoints of --state.", valueName: "s"))
  var checkpoint = 1.0

  @Option(
    help: ArgumentHelp(
      "Write all events to this file (.ndjson or .ndjson.gz); with --from it replays to the same output.",
      valueName: "file"), completion: .file(extensions: ["ndjson", "gz"]))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Write all events with the positions in privacy zones, which --record lacks, to this file (0600).",
      valueName: "file"), completion: .file(extensions: ["ndjson", "gz"]))
  var recordExact: String?

  @Option(
    help: ArgumentHelp(
      "Continue --record in a new file, by size or time: 100M, 1h, day …", valueName: "size|time"))
  var recordRotate: String?

  @Option(
    help: ArgumentHelp(
      "Remove parts of --record that are older than this: 30d, 12h; without --record-rotate, a part is a day.",
      valueName: "time"))
  var recordKeep: String?

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
