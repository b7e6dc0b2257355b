import Geo
import GeoDelivery
import GeoFeeds
import GeoFormats
import Glibc
import Synchronization

/// Writes a run's recording: lines from all workers, in files that can each be replayed.
///
/// If the disk is full, lines wait, up to a limit; beyond it they are lost and counted. The run continues.
final class Recorder: Sendable {
  /// The requested recording.
  struct Plan: Sendable {
    var path: String
    var rotation: RecordRotation?
    /// How the run is, for the first line of each part.
    var run: RecordedRun?
    /// Further members of the first line.
    var beginning: [(name: String, value: JSONValue)] = []
    /// The zones that its lines have in place of positions; nil for the positions.
    var privacy: PrivacyZones?
    /// Seconds after their last line in which parts stay; nil for ever.
    var keep: TimeInterval?
    /// Files that the run reads: they stay.
    var sources: [String] = []
  }

  private struct State {
    var parts: RecordingParts
    /// Complete lines that are not in a file yet.
    var pending: [UInt8] = []
    /// Devices that have been named.
    var named = 0
    var lastFlush = 0.0
    /// The system's error of the last write, 0 after one that went well.
    var error: Int32 = 0
    var lost = 0
    /// Lines lost since the recording last continued.
    var gap = 0
    /// The modules that lines have named.
    var modules: Set<String> = []
  }

  private let state: Mutex<State>
  private let plan: Plan
  private let directory: DeviceDirectory
  private let report: RecordingParts.Report
  private let isClosed = AtomicFlag()
  private let wakeSignal = WakeSignal()
  private let flusher = Mutex<WorkerThread<Void>?>(nil)

  /// The size in bytes of the blocks in which lines are written.
  private static let block = 1 << 18
  /// The most bytes that wait for space on the disk.
  static let limit = 4 << 20

  /// Begins a recording.
  ///
  /// - Parameter clock: seconds since 1970 on the wall.
  /// - Errors: ``GeoError`` if its first file cannot be created.
  init(
    _ plan: Plan, directory: DeviceDirectory, clock: @escaping @Sendable () -> TimeInterval,
    _ report: RecordingParts.Report
  ) throws(GeoError) {
    (self.plan, self.directory, self.report) = (plan, directory, report)
    let patience = StopDeadline(Recorder.patience)
    state = Mutex(
      State(
        parts: try RecordingParts(plan, directory, clock: clock, report, waits: { !patience.isOver })))
    startFlushing()
  }

  /// Seconds after a stop in which the reader of a pipe may still take the rest.
  private static let patience = 1.0

  /// The zones that its lines have in place of positions; nil for the positions.
  var privacy: PrivacyZones? { plan.privacy }

  /// Takes a worker's lines, which stay together.
  func append(_ writer: EventLogWriter) {
    guard !writer.isEmpty else { return }
    state.withLock { state in
      nameDevices(upTo: writer.lastDevice, &state)
      if state.error != 0, state.pending.count + writer.bytes.count > Recorder.limit {
        let lines = writer.bytes.reduce(0) { $0 + ($1 == 10 ? 1 : 0) }
        state.lost += lines
        state.gap += lines
        return
      }
      state.pending += writer.bytes
      if state.pending.count >= Recorder.block, state.error == 0 || isRetryDue(state) { write(&state) }
    }
    writer.removeAll()
  }

  /// Writes that the run has taken over another version of its script, behind the events that the old one got.
  func note(_ reload: RecordedReload) {
    let writer = EventLogWriter(directory: directory)
    let (started, part) = state.withLock { ($0.parts.started, $0.parts.part) }
    writer.appendHeader(program: Product.userAgent, started: started, part: part, reload: reload)
    append(writer)
  }

  /// Writes which version of a module a script has loaded, once for each.
  func note(module path: String, _ source: String) {
    guard plan.run != nil, state.withLock({ $0.modules.insert(path).inserted }) else { return }
    let hash = SHA256.text(of: Array(source.utf8))
    note([(RecordedRun.module, .string(path)), ("sha256", .string(hash))])
  }

  /// Writes what a server has answered.
  func note(_ answer: ServerAnswer) { note([(ServerAnswer.member, answer.json)]) }

  /// Writes a line like the first with other members.
  func note(_ members: [(name: String, value: JSONValue)]) {
    let writer = EventLogWriter(directory: directory)
    let (started, part) = state.withLock { ($0.parts.started, $0.parts.part) }
    writer.appendHeader(program: Product.userAgent, started: started, part: part, further: members)
    append(writer)
  }

  /// Writes everything to the file; returns whether everything since the last call is there.
  @discardableResult
  func flush() -> Bool {
    state.withLock { state in
      write(&state)
      defer { state.gap = 0 }
      return state.error == 0 && state.gap == 0
    }
  }

  /// Ends the recording; returns why it is incomplete, or nil.
  ///
  /// - Parameter isStopped: whether the run was stopped, so that clocks stayed where they were.
  func close(isStopped: Bool) -> GeoError? {
    endFlushing()
    if isStopped {
      let writer = EventLogWriter(directory: directory)
      writer.appendStop()
      append(writer)
    }
    return state.withLock { state in
      write(&state)
      if state.error == 0 { state.error = state.parts.finish() }
      let left = state.pending.reduce(0) { $0 + ($1 == 10 ? 1 : 0) }
      state.lost += left
      state.pending = []
      let files = state.parts.count > 1 ? " in \(counted(state.parts.count, "file"))" : ""
      let path = state.parts.path
      let bytes = state.parts.bytes
      state.parts.abandon()
      report.note("recorded: \(grouped(Int(bytes))) bytes\(files), \(path)")
      guard state.lost > 0 || state.error != 0 else { return nil }
      let why = state.error != 0 ? ": \(RecordingFile.words(state.error))" : ""
      return GeoError(
        .inputOutput, "the recording is incomplete: \(counted(state.lost, "line")) lost\(why)", at: plan.path)
    }
  }

  /// Ends the recording of a run that never began, and removes a file without lines.
  func abandon() {
    endFlushing()
    state.withLock { $0.parts.abandon() }
  }

  /// Writes all waiting lines.
  private func write(_ state: inout State) {
    state.lastFlush = monotonicSeconds()
    guard !state.pending.isEmpty || state.parts.hasHeader else { return }
    let before = state.error
    // A second owner of the bytes would copy them.
    let pending = state.pending
    state.pending = []
    let (done, error) = pending.withUnsafeBytes { state.parts.write($0) }
    // If everything was written in the end, the error no longer matters.
    state.error = done == pending.count && !state.parts.hasHeader ? 0 : error
    if done < pending.count {
      state.pending = done == 0 ? pending : Array(pending[done...])
    } else {
      state.pending.reserveCapacity(Recorder.block + (1 << 17))
    }
    report(before, state)
  }

  private func report(_ before: Int32, _ state: State) {
    if before == 0, state.error != 0 {
      let why = RecordingFile.words(state.error)
      report.warn(
        "\(plan.path): cannot record: \(why); the run continues, up to \(Recorder.limit >> 20) MiB of events "
          + "wait for space, and more are lost")
    } else if before != 0, state.error == 0 {
      report.note("\(plan.path): recording again; \(counted(state.lost, "line")) lost")
    }
  }

  private func nameDevices(upTo last: Int, _ state: inout State) {
    guard last >= state.named else { return }
    let names = EventLogWriter(directory: directory)
    while state.named <= last {
      let id = DeviceID(index: UInt32(state.named))
      if !directory.isGroup(id) { names.appendName(of: id) }
      state.named += 1
    }
    state.pending += names.bytes
  }

  private func isRetryDue(_ state: State) -> Bool { monotonicSeconds() - state.lastFlush >= 1 }

  private func endFlushing() {
    isClosed.set()
    wakeSignal.signal()
    _ = flusher.withLock { $0 }?.join()
  }

  /// Writes everything to the file within a second, whatever the run does.
  private func startFlushing() {
    let thread = WorkerThread<Void> { [self] in
      while !isClosed.isSet {
        wakeSignal.wait(until: monotonicSeconds() + 1)
        state.withLock { state in
          if !state.pending.isEmpty, isRetryDue(state) { write(&state) }
          state.parts.removeOldIfDue()
        }
      }
    }
    flusher.withLock { $0 = thread }
  }
}
