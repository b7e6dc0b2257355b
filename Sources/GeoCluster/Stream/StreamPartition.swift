import Geo
import GeoDelivery
import GeoFeeds
import GeoFormats
import GeoHost
import GeoLua
import GeoStore

/// One partition of a stream on this worker: its script instances, its state, and how far it has read.
///
/// A message is handled whole before the next one. State, alerts and position are one transaction, so a worker that
/// continues from there does what an undisturbed one would have done.
///
/// Owner: the loop, on its thread.
final class StreamPartition {
  let number: Int
  /// That of the lease under which it was opened.
  let epoch: UInt64
  let run: Run
  /// The plan of the command, without a version.
  let base: WorkerPlan
  private let link: StreamLink
  var stage: RunResources
  let versions: StreamVersions
  let checkpointer: Checkpointer
  private let clock: StreamClock
  private let crash: CrashNote.Watched?
  private let lines: StreamLines
  let requests: RequestReader
  private let meter: StreamMeter?
  private let feed: StreamFeed
  private let outbox: PartitionOutbox
  var position: StreamPosition
  private var ticks: TickRequest
  private var events: [DeviceEvent] = []
  /// Whether messages waited when the metrics were last told.
  private var isBehind = false
  /// When to ask again what sinks have sent.
  private var nextNote = -Double.infinity
  /// Whether they have sent something that must be saved soon.
  private var owes = false
  /// Whether the state was changed under the script instances, which are to be made again from it.
  var mustReopen = false

  /// Opens the state of a partition and what waits in it.
  ///
  /// - Errors: those of ``StateStore/init(directory:holder:zones:)`` and ``StreamLink/check(_:_:)``.
  init(
    _ number: Int, epoch: UInt64, _ run: Run, _ base: WorkerPlan, _ parts: StreamParts,
    isHeld: @escaping @Sendable () -> Bool
  ) throws(GeoError) {
    (self.number, self.epoch) = (number, epoch)
    let (store, log) = try StreamPartition.open(number, epoch, run, parts)
    let position = try StreamPartition.position(number, epoch, store, parts)
    clock = StreamClock(position.time)
    var plan = base
    if position.version > 0 { plan.takeFiles(of: try parts.versions.plan(position.version, of: base)) }
    plan.options.state = store.isInMemory ? nil : store.directory
    plan.directory = DeviceDirectory()
    plan.groupBook = GroupBook()
    plan.live = clock.live
    let sinks = try run.alertSinks(ofPartition: number, store) { [outbox = parts.outbox, all = parts.sinks] in
      outbox.note(additionTo: number)
      if $0 { all.reload() } else { all.wake() }
    }
    checkpointer = try Checkpointer(
      plan.options, store, script: base.script.name, fences: plan.fences, sinks: sinks, tables: plan.tables,
      output: parts.output, isLive: true, metrics: plan.metrics)
    checkpointer.log = log
    plan.saved = checkpointer.saved
    if !store.isInMemory { try PrivacyZones.keep(plan.privacy, in: store.directory) }
    plan.metrics?.attach(plan.directory)
    stage = RunResources(
      plan: plan, output: parts.output, checkpointer: checkpointer, pool: try run.pool(plan, parts.output))
    // A handler of a crash cannot connect to a server.
    let watched = store.isInMemory ? nil : stage.pool.workerInPlace?.watched
    crash = watched.map { CrashNote.begin($0, plan.directory, store.quarantine) }
    lines = StreamLines("\(parts.link.name) partition \(number)", plan.directory, plan.options.feed)
    requests = RequestReader(store, plan, sinks)
    ticks = TickRequest(now: monotonicSeconds())
    (self.run, link, self.position, meter) = (run, parts.link, position, parts.meter)
    (versions, self.base, feed, outbox) = (parts.versions, base, parts.feed, parts.outbox)
    parts.outbox.add(store, partition: number, isHeld: isHeld)
    try begin()
  }

  /// Opens the state of a partition, in its directory or from streams of the server.
  private static func open(
    _ number: Int, _ epoch: UInt64, _ run: Run, _ parts: StreamParts
  ) throws(GeoError) -> (StateStore, PartitionLog?) {
    switch parts.home {
    case .folder(let folder):
      let store = try StateStore(
        directory: "\(folder)/\(number)", holder: "geoscript run \(run.options.script)", isShared: true
      ) {
        try? ZoneInfo.rules($0)
      }
      return (store, nil)
    case .streams(let streams):
      let log = try PartitionLog(streams, stream: parts.link.stream, partition: number, epoch: epoch)
      return (try log.restore(), log)
    }
  }

  private func begin() throws(GeoError) {
    checkpointer.stream = position
    try checkpointer.begin()
    stage.pool.restore(try checkpointer.saved.placements())
    try run.beginAlerts(stage, requests)
    stage.pool.wake(try checkpointer.saved.waitingAtStart(), startsNow: true)
    meter?.update(
      number,
      StreamMeter.Progress(sequence: position.sequence, version: position.version))
  }

  private static func position(
    _ number: Int, _ epoch: UInt64, _ store: StateStore, _ parts: StreamParts
  ) throws(GeoError) -> StreamPosition {
    let new = StreamPosition(
      stream: parts.link.stream, partition: number, created: parts.extent.created, epoch: epoch)
    var position = try store.claim(new)
    guard position.stream == new.stream, position.partition == number else {
      throw GeoError(
        .data,
        "follows partition \(position.partition) of \(position.stream), not \(number) of \(new.stream)",
        at: store.directory)
    }
    // What took a version into force may be gone.
    let first = parts.extent.first
    if let missed = try parts.versions.missed(by: number, after: position.sequence, before: first) {
      position.version = missed
    }
    return position
  }

  // MARK: Reading

  /// Handles the messages that have come, up to a number; returns how many.
  ///
  /// - Errors: those of ``StreamLink/accepts(_:)``.
  func read(most: Int) throws(GeoError) -> Int {
    if let crash { CrashNote.turn(to: crash) }
    guard feed.reads(number) else {
      if try link.accepts(position) { feed.add(number, after: position.sequence) }
      return 0
    }
    var count = 0
    defer { if count > 0 || isBehind { report() } }
    while count < most, !stage.plan.failed.isSet, let message = feed.next(of: number) {
      count += 1
      // A reader that began again may repeat some.
      guard message.sequence > position.sequence else { continue }
      guard try take(message) else {
        feed.remove(number)
        break
      }
      // A message may hold hundreds of fixes.
      if isDue || mustReopen { break }
    }
    return count
  }

  /// About how many messages wait, and how long ago the stream got the oldest of those that have come.
  ///
  /// - Parameter time: the server's clock.
  func lag(at time: TimeInterval) -> (waiting: Int, seconds: Double) {
    (feed.waitingCount(of: number), feed.oldestTime(of: number).map { max(0, time - $0) } ?? 0)
  }

  private func report() {
    guard let meter else { return }
    let waiting = feed.waitingCount(of: number)
    isBehind = waiting > 0
    meter.update(
      number,
      StreamMeter.Progress(
        sequence: position.sequence, oldest: feed.oldestTime(of: number), waiting: waiting,
        version: position.version))
  }

  func handle(_ message: NATSMessage) {
    let pool = stage.pool
    position.sequence = message.sequence
    position.time = max(position.time, message.time)
    clock.now = position.time
    checkpointer.touch()
    // Alerts have the order of the messages that caused them, whenever they are saved.
    pool.workerInPlace?.eventNumber = Int(message.sequence)
    var isUseful = pool.tick(to: position.time)
    if message.kind == .events {
      events.removeAll(keepingCapacity: true)
      lines.decode(message.bytes, at: position.time, into: &events)
      if !events.isEmpty { pool.handleLive(events) }
      if pool.tick(to: position.time) { isUseful = true }
    }
    let now = monotonicSeconds()
    link.noteTime(of: message, at: now)
    ticks.heard(at: now, wasUseful: isUseful)
  }

  /// Asks for the time if something is due and no message tells it.
  func requestTick(at now: Double) {
    guard feed.reads(number), link.client.isConnected,
      ticks.isDue(at: now, due: stage.pool.nextTick, time: link.clock.time(at: now))
        || link.clock.mayProbe(at: now)
    else { return }
    link.requestTime(of: number, at: now)
  }

  /// Does what `geoscript alerts` asks for.
  func takeRequests() throws(GeoError) {
    checkpointer.stream = position
    try run.takeRequests(stage, requests)
  }

  // MARK: Keeping

  /// Whether something was handled that is not saved and may be saved now, and whether so long ago that it must be.
  var isWaiting: Bool { checkpointer.isWaiting && monotonicSeconds() >= checkpointer.nextCommit }
  var isDue: Bool { checkpointer.isWaiting && (checkpointer.isDue || owes) }

  /// Whether the state is in streams of the server, from where it can be opened again.
  var isInStream: Bool { checkpointer.log != nil }

  /// Without a server, a state in its streams cannot be saved.
  var canSave: Bool { !isInStream || link.client.isConnected }

  /// Notes from time to time what sinks have sent, so that it is saved.
  func noteSent(at now: Double) {
    guard isInStream, now >= nextNote else { return }
    nextNote = now + PartitionOutbox.longestLead / 4
    if !checkpointer.isWaiting, checkpointer.hasSent { checkpointer.touch() }
    owes = outbox.unsavedTime(of: number).map { now - $0 > PartitionOutbox.longestLead / 3 } ?? false
  }

  /// Saves state, alerts and position.
  func save() throws(GeoError) {
    if let crash { CrashNote.turn(to: crash) }
    checkpointer.stream = position
    try checkpointer.pause(stage.pool)
    owes = false
  }

  /// Ends the script instances without writing anything: the partition may have another worker.
  func abandon() -> RunCounts {
    feed.remove(number)
    var counts = stage.pool.close()
    counts.skips.add(lines.skips)
    stage.plan.metrics?.detach(stage.plan.directory)
    meter?.remove(number)
    return counts
  }

  /// Saves what sinks have sent since the end.
  func keepSent() throws(GeoError) { try checkpointer.keepSent() }

  /// Saves for the next worker, and ends the script instances; the stream has no end, so no clock advances.
  func close() -> (counts: RunCounts, fault: GeoError?) {
    checkpointer.stream = position
    let fault = run.saveEnd(stage, isStopped: true)
    return (abandon(), fault)
  }
}
