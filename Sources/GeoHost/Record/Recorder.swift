import Geo
import GeoFeeds
import Glibc
import Synchronization

/// Writes a run's recording: lines from all workers, in files that each can be replayed.
///
/// What a disk has no room for waits, up to a limit, then is lost and counted; the run goes on.
final class Recorder: Sendable {
  /// What was asked for.
  struct Plan: Sendable {
    var path: String
    var rotation: RecordRotation?
  }

  private struct State {
    var file: RecordingFile?
    /// The first line of the file, until it is there.
    var header: [UInt8] = []
    /// Whole lines that are not in a file yet.
    var pending: [UInt8] = []
    /// Devices that have been named.
    var named = 0
    var part = 0
    var span: Int?
    var lastFlush = 0.0
    /// The system's error of the last write, 0 after one that went well.
    var error: Int32 = 0
    var lost = 0
    /// Lines lost since the recording last went on.
    var gap = 0
    var bytes: Int64 = 0
  }

  private let state: Mutex<State>
  private let plan: Plan
  private let name: RecordingName
  private let directory: DeviceDirectory
  private let started: TimeInterval
  private let clock: @Sendable () -> TimeInterval
  private let warn: @Sendable (String) -> Void
  private let note: @Sendable (String) -> Void
  private let isClosed = Flag()
  private let bell = Bell()
  private let flusher = Mutex<WorkerThread<Void>?>(nil)

  /// Lines are written in blocks of so many bytes.
  private static let block = 1 << 18
  /// The most bytes that wait for room on the disk.
  static let limit = 4 << 20

  /// Begins a recording.
  ///
  /// - Parameter clock: seconds since 1970 on the wall.
  /// - Errors: ``GeoError`` when its first file cannot be made.
  init(
    _ plan: Plan, directory: DeviceDirectory, clock: @escaping @Sendable () -> TimeInterval,
    note: @escaping @Sendable (String) -> Void, warn: @escaping @Sendable (String) -> Void
  ) throws(GeoError) {
    let name = RecordingName(plan.path)
    let started = clock()
    var first = State()
    try Recorder.open(&first, plan, name, directory, started, started, note)
    (self.plan, self.directory, self.clock, self.note, self.warn) = (plan, directory, clock, note, warn)
    (self.name, self.started) = (name, started)
    state = Mutex(first)
    startFlushing()
  }

  /// Takes what a worker has written; its lines stay together.
  func take(_ writer: EventLogWriter) {
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

  /// Puts everything into the file; whether all since the last call is there.
  @discardableResult
  func flush() -> Bool {
    state.withLock { state in
      write(&state)
      defer { state.gap = 0 }
      return state.error == 0 && state.gap == 0
    }
  }

  /// Ends the recording; returns why it is not whole, if it is not.
  func close() -> GeoError? {
    endFlushing()
    return state.withLock { state in
      write(&state)
      if state.error == 0, let error = state.file?.finish(), error != 0 { state.error = error }
      state.bytes += state.file?.length ?? 0
      let left = state.pending.reduce(0) { $0 + ($1 == 10 ? 1 : 0) }
      state.lost += left
      let path = state.file?.path ?? plan.path
      state.file = nil
      let files = state.part > 1 ? " in \(counted(state.part, "file"))" : ""
      note("recorded: \(grouped(Int(state.bytes))) bytes\(files), \(path)")
      guard state.lost > 0 || state.error != 0 else { return nil }
      let why = state.error != 0 ? ": \(String(cString: strerror(state.error)))" : ""
      return GeoError(
        .inputOutput, "the recording is not whole: \(counted(state.lost, "line")) lost\(why)", at: plan.path)
    }
  }

  /// Ends a recording of a run that never began: a file without a line goes.
  func abandon() {
    endFlushing()
    state.withLock { state in
      if let file = state.file, file.isRegular, file.length == 0 { unlink(file.path) }
      state.file = nil
    }
  }

  // MARK: Files

  private static func open(
    _ state: inout State, _ plan: Plan, _ name: RecordingName, _ directory: DeviceDirectory,
    _ started: TimeInterval, _ now: TimeInterval, _ note: (String) -> Void
  ) throws(GeoError) {
    let path = name.path(plan.rotation, at: now) { path in
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
    let file = try RecordingFile(path)
    if state.part == 0, path != plan.path, plan.rotation?.span(at: now) == nil {
      note("\(plan.path) is there already and stays as it is: the recording goes to \(path)")
    }
    state.bytes += state.file?.length ?? 0
    state.file = file
    state.part += 1
    state.span = plan.rotation?.span(at: now)
    let header = EventLogWriter(directory: directory)
    header.appendHeader(program: Product.userAgent, started: started, part: state.part)
    state.header = Array(header.bytes)
  }

  /// Writes all that waits, in the next file where it is time for that.
  private func write(_ state: inout State) {
    state.lastFlush = monotonicSeconds()
    guard !state.pending.isEmpty || !state.header.isEmpty else { return }
    let before = state.error
    let pending = state.pending
    state.pending = []
    var done = 0
    do throws(GeoError) {
      if let span = plan.rotation?.span(at: clock()), span != state.span, state.file?.isRegular == true {
        try rotate(&state)
      }
      state.error = 0
      while state.error == 0, done < pending.count || !state.header.isEmpty {
        if !state.header.isEmpty {
          state.error = state.header.withUnsafeBytes { state.file?.write($0) ?? EBADF }
          if state.error == 0 { state.header = [] }
          continue
        }
        let count = pending.withUnsafeBytes { part(of: .init(rebasing: $0[done...]), state) }
        guard let count else {
          try rotate(&state)
          continue
        }
        state.error = pending.withUnsafeBytes {
          state.file?.write(.init(rebasing: $0[done..<done + count])) ?? EBADF
        }
        if state.error == 0 { done += count }
      }
    } catch {
      state.error = EIO
      warn("\(error)")
    }
    state.pending = done == 0 ? pending : Array(pending[done...])
    if state.pending.isEmpty { state.pending.reserveCapacity(Recorder.block + (1 << 17)) }
    tell(before, state)
  }

  /// Goes on in the next file.
  private func rotate(_ state: inout State) throws(GeoError) {
    _ = state.file?.finish()
    try Recorder.open(&state, plan, name, directory, started, clock(), note)
  }

  /// How many bytes of whole lines still go into the file; nil for none.
  private func part(of bytes: UnsafeRawBufferPointer, _ state: State) -> Int? {
    guard case .size(let limit)? = plan.rotation, let file = state.file, file.isRegular else {
      return bytes.count
    }
    // How small packed lines become shows when they are written: a file may be larger by one block.
    let isPacked = file.path.lowercased().hasSuffix(".gz")
    let room = limit - file.length
    guard room > 0 else { return nil }
    if isPacked || Int64(bytes.count) <= room { return bytes.count }
    if let end = bytes[..<Int(room)].lastIndex(of: 10) { return end + 1 }
    // A line that is longer than a whole file has one of its own.
    guard file.length < 512, let end = bytes.firstIndex(of: 10) else { return nil }
    return end + 1
  }

  private func tell(_ before: Int32, _ state: State) {
    if before == 0, state.error != 0 {
      let why = String(cString: strerror(state.error))
      warn(
        "\(plan.path): cannot record: \(why); the run goes on, \(Recorder.limit >> 20) MiB of events wait for room, "
          + "what is more is lost")
    } else if before != 0, state.error == 0 {
      note("\(plan.path): recording again; \(counted(state.lost, "line")) lost")
    }
  }

  private func nameDevices(upTo last: Int, _ state: inout State) {
    guard last >= state.named else { return }
    let names = EventLogWriter(directory: directory)
    while state.named <= last {
      names.appendName(of: DeviceID(index: UInt32(state.named)))
      state.named += 1
    }
    state.pending += names.bytes
  }

  private func isRetryDue(_ state: State) -> Bool { monotonicSeconds() - state.lastFlush >= 1 }

  private func endFlushing() {
    isClosed.set()
    bell.ring()
    _ = flusher.withLock { $0 }?.join()
  }

  /// Has everything in the file within a second, whatever the run does.
  private func startFlushing() {
    let thread = WorkerThread<Void> { [self] in
      while !isClosed.isSet {
        bell.wait(until: monotonicSeconds() + 1)
        state.withLock { state in
          if !state.pending.isEmpty, isRetryDue(state) { write(&state) }
        }
      }
    }
    flusher.withLock { $0 = thread }
  }
}
