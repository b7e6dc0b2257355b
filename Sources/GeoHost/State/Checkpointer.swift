import Geo
import GeoFeeds
import GeoFormats
import GeoStore
import Glibc

/// Keeps a run's state: finds what an earlier one left, decides when a checkpoint is due, and makes it.
///
/// Owner: the run, on its own thread.
final class Checkpointer {
  let saved: SavedState
  /// Where sources go on, by the path as it was given.
  private(set) var positions: [String: SourcePosition] = [:]
  /// The greatest clock of an earlier run.
  private(set) var clock: TimeInterval
  private let store: StateStore
  private let script: String
  private let isInterrupted: Bool
  private let feed: FeedOptions
  private let sinks: AlertSinks
  private let output: Output
  private let identities: [String: (path: String, identity: SourceIdentity)]

  /// Seconds of work that a kill may repeat, at least.
  private let interval: Double
  /// When the last checkpoint ended, and what it took.
  private var last: (end: Double, cost: Double)
  /// Whether anything has been handled since.
  private var isDirty = false
  /// Where the sources stand after what has been handled.
  private var reached: [SourcePosition] = []
  /// Whether a checkpoint could not be made: what follows must not be kept without it.
  private(set) var hasFailed = false

  /// Finds what an earlier run left.
  ///
  /// - Errors: ``GeoError`` as ``StateStore/init(directory:holder:)``.
  init(
    _ options: RunOptions, _ store: StateStore, script: String, fences: RegionSet, sinks: AlertSinks,
    output: Output
  ) throws(GeoError) {
    self.store = store
    self.script = script
    self.sinks = sinks
    self.output = output
    feed = options.feed
    interval = options.checkpointInterval
    last = (monotonicSeconds(), 0)
    let earlier = try store.lastRun()
    clock = earlier?.clock ?? -.infinity
    if let earlier, earlier.script != script {
      output.note("\(store.directory): its last run ran \(earlier.script), this one runs \(script)")
    }
    identities = Checkpointer.identities(of: options)
    var areAllKnown = !options.sources.isEmpty
    let isLive = options.sources.contains { (try? SourceAddress($0))?.isLive == true }
    // What comes when it happens always goes on, and has no place to return to.
    for path in isLive ? [] : options.sources {
      let found = try Checkpointer.find(path, identities[path], store, feed)
      if case .continues(let position) = found { positions[path] = position } else { areAllKnown = false }
      if let sentence = found.sentence(path), earlier != nil { output.note(sentence) }
    }
    let isInterrupted = earlier?.status == .running
    let continuesClock = areAllKnown && earlier?.status != .finished
    saved = SavedState(
      store,
      resumption: .init(
        continuesInput: areAllKnown, continuesClock: continuesClock, waitsForEvents: options.runsInBackground),
      keepsTimers: isInterrupted || continuesClock, isNew: earlier == nil)
    try store.adopt(fences)
    self.isInterrupted = isInterrupted
  }

  /// The run begins: sinks go on where they stopped, and from now on it counts as interrupted until it ends.
  func begin() throws(GeoError) {
    for sentence in try sinks.resume(from: store, isInterrupted: isInterrupted) { output.note(sentence) }
    var first = Checkpoint()
    // After a clean end nothing of another run's files is left to be cut off.
    first.forgetsAlertFiles = !isInterrupted
    first.run = RunRecord(script: script, status: .running, clock: clock)
    first.alertFiles = sinks.fileLengths
    _ = try store.write(first)
  }

  /// Notes that something has happened without a source.
  func touch() { isDirty = true }

  /// Makes a checkpoint if the run is about to wait, or has worked long enough since the last one.
  ///
  /// At most a twentieth of the time goes into checkpoints, however large they are.
  func handled(upTo positions: [SourcePosition], _ pool: WorkerPool, willWait: Bool) throws(GeoError) {
    isDirty = true
    reached = positions
    guard willWait || isDue else { return }
    try checkpoint(pool)
  }

  /// Whether the run has worked long enough since the last checkpoint.
  var isDue: Bool { monotonicSeconds() - last.end >= max(interval, 20 * last.cost) }

  /// Seconds until a run that waits may make a checkpoint: so that they take a twentieth of the time at most.
  var pauseDelay: Double { max(0, last.end + 20 * last.cost - monotonicSeconds()) }

  /// Makes a checkpoint unless nothing has happened: the run is about to wait.
  func pause(_ pool: WorkerPool) throws(GeoError) {
    if isDirty { try checkpoint(pool) }
  }

  /// Writes files first and commits then, so that what a file has beyond the commit can be cut off; other sinks are
  /// sent to after the commit.
  func checkpoint(_ pool: WorkerPool, _ status: RunRecord.Status = .running) throws(GeoError) {
    do throws(GeoError) { try make(pool, status) } catch {
      hasFailed = true
      throw error
    }
  }

  private func make(_ pool: WorkerPool, _ status: RunRecord.Status) throws(GeoError) {
    let begin = monotonicSeconds()
    let state = pool.checkpoint()
    if let fault = saved.fault { throw fault }
    clock = max(clock, state.clock)
    let alerts = state.alerts.sorted { $0 < $1 }
    var checkpoint = Checkpoint()
    checkpoint.devices = state.devices
    checkpoint.sources = reached.compactMap { row($0) }
    checkpoint.run = RunRecord(script: script, status: status, clock: clock)
    try sinks.append(alerts)
    checkpoint.alertFiles = sinks.fileLengths
    checkpoint.outgoing = sinks.outgoing(alerts)
    output.flush()
    _ = try store.write(checkpoint)
    sinks.wake()
    isDirty = false
    let end = monotonicSeconds()
    last = (end, end - begin)
  }

  private func row(_ position: SourcePosition) -> SourceRow? {
    guard let known = identities[position.source] else { return nil }
    return SourceRow(
      path: known.path, size: known.identity.size, headLength: known.identity.headLength,
      hash: known.identity.hash, byte: position.byte, line: position.line, events: position.events)
  }
}

extension Checkpointer {
  private enum Found {
    case continues(SourcePosition)
    /// No run has read it, or it cannot be returned to.
    case isNew
    /// Another file has its name.
    case isOther

    func sentence(_ path: String) -> String? {
      switch self {
      case .continues(let position):
        position.byte > 0
          ? "\(path): resumes at line \(grouped(position.line))"
          : position.events > 0 ? "\(path): resumes after \(counted(position.events, "event"))" : nil
      case .isNew: nil
      case .isOther:
        "\(path) is not the file that was read before: geoscript reads it from its beginning "
          + "and ignores events older than a device's last one"
      }
    }
  }

  private static func identities(
    of options: RunOptions
  ) -> [String: (path: String, identity: SourceIdentity)] {
    var found: [String: (path: String, identity: SourceIdentity)] = [:]
    var seen: Set<String> = []
    for path in options.sources {
      guard let identity = SourceIdentity(path: path, options: options.feed) else { continue }
      let real = absolutePath(path)
      // One that is given twice has no single position.
      if seen.insert(real).inserted { found[path] = (real, identity) } else { found[path] = nil }
    }
    return found
  }

  private static func find(
    _ path: String, _ known: (path: String, identity: SourceIdentity)?, _ store: StateStore,
    _ feed: FeedOptions
  ) throws(GeoError) -> Found {
    guard let known, let row = try store.source(at: known.path) else { return .isNew }
    let earlier = SourceIdentity(size: row.size, headLength: row.headLength, hash: row.hash)
    guard earlier.isStill(path, options: feed) else { return .isOther }
    return .continues(SourcePosition(source: path, byte: row.byte, line: row.line, events: row.events))
  }
}

/// The path without links and dots, so that it means the same from any folder.
func absolutePath(_ path: String) -> String {
  guard let real = realpath(path, nil) else { return path }
  defer { free(real) }
  return String(cString: real)
}
