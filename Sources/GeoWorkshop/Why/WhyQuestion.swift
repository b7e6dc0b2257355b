package import Geo
import GeoFeeds
import GeoFormats
import GeoHost
import GeoLua
import Glibc

/// What the user of `geoscript why` asks.
package struct WhyQuestion: Sendable {
  /// The id of an alert, the beginning of one, or its title; nil to ask why nothing fired.
  package var alert: String?
  /// The region that should have had an event; nil for every region.
  package var region: String?
  /// The moment that is meant: a date of ISO 8601, or a time of the day such as `10:02`.
  package var time: String?
  /// Nil for every device.
  package var device: String?
  /// Seconds around the moment that count.
  package var margin: TimeInterval = 600
  /// Whether the run is known to differ from the one that was recorded, such as with a mended script.
  package var isChanged = false

  package init() {}
}

/// Plays the files of a run once more, as the run did.
final class WhyReplay {
  let run: SteppedRun
  private let source: any EventSource
  /// How many events were handed over.
  private(set) var count = 0
  /// The times of the first and of the latest event.
  private(set) var first: TimeInterval?
  private(set) var latest = -TimeInterval.infinity

  /// The most events that are handed over at once.
  static let most = 256

  /// - Parameters:
  ///   - device: the only one that a recording of it has a state of; nil for all.
  ///   - isOver: whether it shall end.
  /// - Errors: ``GeoError`` of the script and of the files; `usage` for sources that cannot be played again.
  init(
    _ options: RunOptions, keeping device: String? = nil, isOver: @escaping @Sendable () -> Bool = { false }
  ) throws(GeoError) {
    guard !options.sources.isEmpty else {
      throw GeoError(
        .usage,
        "add --from FILE: the recording of the run (geoscript run --record FILE), or the files that it read")
    }
    for path in options.sources {
      let address = try SourceAddress(path)
      guard path != "-", !address.isLive else {
        throw GeoError(
          .usage, "cannot be played again: name the recording of the run (geoscript run --record FILE)",
          at: path)
      }
    }
    run = try SteppedRun(options, keeping: device, isOver: isOver)
    let files = try FileFeed.open(options.sources, directory: run.directory, options: options.feed)
    if let silence = options.staleAfter, !run.hasGroups {
      source = StaleSource(files, silence: silence)
    } else {
      source = files
    }
  }

  /// The times of the first and of the last event, read without playing them.
  ///
  /// - Returns: nil without events, and for pipes, which can be read only once.
  /// - Errors: ``GeoError`` of the files.
  static func span(of options: RunOptions) throws(GeoError) -> ClosedRange<TimeInterval>? {
    for path in options.sources where try SourceAddress(path).isFile {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    }
    let files = try FileFeed.open(options.sources, directory: DeviceDirectory(), options: options.feed)
    var span: ClosedRange<TimeInterval>?
    var batch: [DeviceEvent] = []
    var isOver = false
    while !isOver {
      isOver = try !files.read(into: &batch)
      for time in batch.map(\.time) {
        span = min(span?.lowerBound ?? time, time)...max(span?.upperBound ?? time, time)
      }
      batch.removeAll(keepingCapacity: true)
    }
    return span
  }

  /// The next events; nil at the end.
  ///
  /// - Errors: ``GeoError`` of the files.
  func read() throws(GeoError) -> [DeviceEvent]? {
    var batch: [DeviceEvent] = []
    while try source.read(into: &batch), batch.isEmpty {}
    if first == nil { first = batch.first?.time }
    return batch.isEmpty ? nil : batch
  }

  func play(_ events: ArraySlice<DeviceEvent>) {
    count += events.count
    for event in events { latest = max(latest, event.time) }
    run.handle(Array(events))
  }

  /// Handles what waits up to a time, timers included.
  func reach(_ time: TimeInterval) {
    run.settle()
    run.advance(to: time)
  }

  /// Ends the run as it ended.
  func end() {
    run.settle()
    run.finish(at: latest, source.stop)
  }
}

extension Array where Element == ScriptRecord {
  /// The last records that say something: of the fixes that changed nothing, only the last for each region.
  func telling(_ count: Int) -> [ScriptRecord] {
    var seen: Set<String> = []
    var found: [ScriptRecord] = []
    for record in reversed() where found.count < count {
      if case .explanation(let explanation) = record.content, case .region(let decision) = explanation.subject
      {
        let isNew = seen.insert(record.device + "\u{0}" + decision.identifier).inserted
        guard isNew || decision.rule != .unchanged else { continue }
      }
      found.append(record)
    }
    return found.reversed()
  }
}
