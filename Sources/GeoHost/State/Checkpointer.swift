package import Geo
package import GeoDelivery
import GeoFeeds
import GeoFormats
package import GeoStore
import Glibc

/// Saves a run's state: loads what an earlier run left, decides when a checkpoint is due, and makes it.
///
/// Owner: the run, on its own thread.
package final class Checkpointer {
  package let saved: SavedState
  /// The positions from which sources resume, by the path as it was given.
  private(set) var positions: [String: SourcePosition] = [:]
  /// Whether the last run came to its end, with the same sources.
  let followsEnd: Bool
  /// Counts checkpoints for `--metrics`.
  private let metrics: RunMetrics?
  /// The greatest clock of an earlier run.
  private(set) var clock: TimeInterval
  private let store: StateStore
  private let script: String
  /// The name of the zone of the run's times.
  private let timeZone: String
  private let isInterrupted: Bool
  private let feed: FeedOptions
  let sinks: AlertSinks
  private let tables: RunTables
  private let output: Output
  private let identities: [String: (path: String, identity: SourceIdentity)]

  private let queueLimit: Int
  /// Quiet hours and groups; nil without.
  var alertStage: AlertStage?
  /// What an earlier run held back, for a run that holds nothing back; until the first checkpoint.
  var released: [PendingAlert] = [] { didSet { isDirty = isDirty || !released.isEmpty } }
  /// The least seconds of work between checkpoints, which a kill may repeat.
  private let interval: Double
  /// When the last checkpoint ended, and how long it took.
  private var last: (end: Double, cost: Double)
  /// Whether anything has been handled since then.
  private var isDirty = false
  /// The positions of the sources after the last handled batch.
  private var reached: [SourcePosition] = []
  /// The position in the stream after the last handled message; nil for a run of other sources.
  package var stream: StreamPosition?
  /// Where commits of the stream go; nil for a state directory.
  package var log: (any CommitLog)?
  /// Whether a checkpoint has failed, so that later ones must not be made.
  private(set) var hasFailed = false

  /// Loads what an earlier run left.
  ///
  /// - Errors: those of ``StateStore/init(directory:holder:)``.
  package init(
    _ options: RunOptions, _ store: StateStore, script: String, fences: RegionSet, sinks: AlertSinks,
    tables: RunTables, output: Output, isLive: Bool, metrics: RunMetrics? = nil
  ) throws(GeoError) {
    self.store = store
    self.metrics = metrics
    self.script = script
    timeZone = options.timeZone.name
    self.sinks = sinks
    self.tables = tables
    self.output = output
    feed = options.feed
    interval = options.checkpointInterval
    queueLimit = options.alertQueue
    last = (monotonicSeconds(), 0)
    try Checkpointer.sayLosses(store, to: output)
    let earlier = try store.lastRun()
    clock = earlier?.clock ?? -.infinity
    if let earlier, earlier.script != script {
      output.note("\(store.directory): its last run ran \(earlier.script), this one runs \(script)")
    }
    identities = Checkpointer.identities(of: options)
    var areAllKnown = !options.sources.isEmpty
    let hasPositions = !options.sources.contains { (try? SourceAddress($0))?.isLive == true }
    // A live source has no position to return to.
    for path in hasPositions ? options.sources : [] {
      let found = try Checkpointer.find(path, identities[path], store, feed)
      if case .continues(let position) = found { positions[path] = position } else { areAllKnown = false }
      if let sentence = found.sentence(path), earlier != nil { output.note(sentence) }
    }
    let isInterrupted = earlier?.status == .running
    let continuesClock = areAllKnown && earlier?.status != .finished
    let isNew = if earlier == nil { try store.isEmpty() } else { false }
    saved = SavedState(
      store,
      resumption: .init(
        continuesInput: areAllKnown, continuesClock: continuesClock, waitsForEvents: options.runsInBackground),
      keepsTimers: isInterrupted || continuesClock, isNew: isNew, isLive: isLive)
    try store.adopt(fences)
    self.isInterrupted = isInterrupted
    followsEnd = areAllKnown && earlier?.status == .finished
  }

  /// Says what of the state was lost, and mends what can be.
  private static func sayLosses(_ store: StateStore, to output: Output) throws(GeoError) {
    if let loss = store.loss {
      output.warn("\(store.directory)/state.sqlite \(loss.rawValue): the state begins again")
    }
    let mended = try store.mendMessages()
    if mended > 0 {
      output.warn(
        "\(store.directory)/state.sqlite: \(counted(mended, "message")) to sinks had damaged numbers: "
          + "geoscript does not send those of unknown status (geoscript alerts list)")
    }
  }

  /// Begins the run: sinks resume where they stopped, and from now on the run counts as interrupted until it
  /// ends.
  package func begin() throws(GeoError) {
    for sentence in try sinks.resume(from: store, isInterrupted: isInterrupted) { output.note(sentence) }
    for sentence in try tables.resume(from: store, isInterrupted: isInterrupted) { output.note(sentence) }
    var first = Checkpoint()
    // After a clean end, alert files of the last run need not be truncated.
    first.forgetsAlertFiles = !isInterrupted
    first.run = RunRecord(script: script, status: .running, clock: clock, timeZone: timeZone)
    first.alertFiles = sinks.fileLengths + tables.fileLengths
    first.stream = stream
    try store.write(first)
  }

  /// Marks that something has happened without a source.
  package func touch() { isDirty = true }

  /// Makes a checkpoint if the run is about to wait, or if one is due.
  func handled(upTo positions: [SourcePosition], _ pool: WorkerPool, willWait: Bool) throws(GeoError) {
    isDirty = true
    reached = positions
    guard willWait || isDue else { return }
    try checkpoint(pool)
  }

  /// Whether the run has worked long enough since the last checkpoint, so that checkpoints take at most a twentieth
  /// of the time, or so much waits for one that it would take memory.
  package var isDue: Bool { saved.isFull || monotonicSeconds() - last.end >= max(interval, 20 * last.cost) }

  /// Whether something has happened since the last checkpoint that is to be saved.
  package var isWaiting: Bool { isDirty }

  /// Seconds until a waiting run may make a checkpoint, so that checkpoints take at most a twentieth of the
  /// time.
  var pauseDelay: Double { max(0, last.end + 20 * last.cost - monotonicSeconds()) }

  /// Makes a checkpoint before the run waits, unless nothing has happened.
  package func pause(_ pool: WorkerPool) throws(GeoError) {
    if isDirty { try checkpoint(pool) }
  }

  /// Writes files before the commit, so that what they contain beyond the commit can be truncated; other
  /// sinks are served after the commit.
  func checkpoint(_ pool: WorkerPool, _ status: RunRecord.Status = .running) throws(GeoError) {
    do throws(GeoError) { try make(pool, status) } catch {
      hasFailed = true
      throw error
    }
  }

  private func make(_ pool: WorkerPool, _ status: RunRecord.Status) throws(GeoError) {
    let begin = monotonicSeconds()
    let reach = alertStage?.advance(pool)
    let state = pool.checkpoint()
    saved.forgetWaiting()
    if let fault = saved.fault { throw fault }
    clock = max(clock, state.clock)
    var alerts = state.alerts.sorted { $0 < $1 }
    var checkpoint = Checkpoint()
    if let alertStage {
      alerts = alertStage.pass(alerts, upTo: reach ?? -.infinity, isEnd: status == .finished)
      for alert in alerts where alert.channel == nil { output.send(alert, savesRest: true) }
      checkpoint.held = alertStage.changes()
    } else if !released.isEmpty {
      for alert in released where alert.channel == nil { output.send(alert, savesRest: true) }
      alerts = released + alerts
      (checkpoint.held, released) = ([], [])
    }
    checkpoint.devices = state.devices
    checkpoint.placements = state.placements
    checkpoint.sources = reached.compactMap { row($0) }
    checkpoint.stream = stream
    checkpoint.run = RunRecord(script: script, status: status, clock: clock, timeZone: timeZone)
    tables.write(state.rows) { output.warn($0) }
    if let fault = tables.faults.first { throw fault }
    checkpoint.alertFiles = tables.fileLengths
    checkpoint.outgoing = sinks.outgoing(alerts)
    checkpoint.queueLimit = queueLimit
    output.flush()
    let dead = try store.write(
      checkpoint,
      writeFiles: { () throws(GeoError) in
        try sinks.append(alerts)
        return sinks.fileLengths
      }, commit: commit(alerts))
    log?.keepImageIfDue(of: store)
    if dead > 0 {
      output.repeatWarning(
        "--alert-queue: \(counted(dead, "alert")) became dead letters: a queue is full (geoscript alerts list)"
      )
    }
    sinks.wake()
    isDirty = false
    let end = monotonicSeconds()
    last = (end, end - begin)
    metrics?.countCheckpoint(seconds: end - begin)
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
    /// No run has read it, or reading cannot resume.
    case isNew
    /// Another file has taken its name.
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
      // A file that is given twice has no single position.
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
