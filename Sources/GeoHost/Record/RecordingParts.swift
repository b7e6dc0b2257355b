import Geo
import GeoDelivery
import GeoFormats
import Glibc

/// The consecutive files of a recording, each of which can be replayed.
struct RecordingParts {
  private let plan: Recorder.Plan
  private let name: RecordingName
  private let directory: DeviceDirectory
  let started: TimeInterval
  private let clock: @Sendable () -> TimeInterval
  private let report: Report
  private let waits: @Sendable () -> Bool
  private var file: RecordingFile?
  /// The first line of the file, until it is written.
  private var header: [UInt8] = []
  private var headerLength: Int64 = 0
  private var span: Int?
  /// Why the next file cannot be created; reported once.
  private var refusal: String?
  /// When old files were looked for last, on the clock.
  private var lastLook = -TimeInterval.infinity
  /// The bytes of the earlier files, and the last of them that has any.
  private var finished: Int64 = 0
  private var lastPath: String?
  /// The number of files begun.
  private(set) var part = 0

  /// Reports to the user.
  struct Report {
    let note: @Sendable (String) -> Void
    let warn: @Sendable (String) -> Void
  }

  /// Begins the first file.
  ///
  /// - Parameter waits: as in ``RecordingFile/init(_:waits:)``.
  /// - Errors: ``GeoError`` if it cannot be created.
  init(
    _ plan: Recorder.Plan, _ directory: DeviceDirectory, clock: @escaping @Sendable () -> TimeInterval,
    _ report: Report, waits: @escaping @Sendable () -> Bool
  ) throws(GeoError) {
    (self.plan, self.directory, self.clock, self.report, self.waits) = (plan, directory, clock, report, waits)
    name = RecordingName(plan.path)
    started = clock()
    try begin()
    if let path = file?.path, path != plan.path, span == nil {
      report.note("\(plan.path) exists and is left as it is: the recording goes to \(path)")
    }
  }

  /// The file with the last line.
  var path: String { file.flatMap { $0.length > 0 ? $0.path : nil } ?? lastPath ?? file?.path ?? plan.path }
  /// The number of files with lines.
  var count: Int { part - (file?.length == 0 ? 1 : 0) }
  var bytes: Int64 { finished + (file?.length ?? 0) }

  /// Whether there is something to write before any event.
  var hasHeader: Bool { !header.isEmpty }

  /// Writes complete lines, to the next file if it is time for one.
  ///
  /// - Returns: the number of bytes written, always complete lines, and the system's error, 0 if all were
  ///   written.
  mutating func write(_ lines: UnsafeRawBufferPointer) -> (count: Int, error: Int32) {
    if isSpanOver || file?.isDeleted == true { resume() }
    var done = 0
    while done < lines.count || hasHeader {
      guard let file else { return (done, EBADF) }
      if hasHeader {
        let error = header.withUnsafeBytes { file.write($0).error }
        if error != 0 { return (done, error) }
        header = []
        continue
      }
      let rest = UnsafeRawBufferPointer(rebasing: lines[done...])
      let room = room(in: file, for: rest)
      if room == 0, resume() { continue }
      let part = file.write(.init(rebasing: rest[..<(room > 0 ? room : rest.count)]))
      done += part.count
      if part.error != 0 { return (done, part.error) }
    }
    return (done, 0)
  }

  /// Writes the end of the last file; returns the system's error.
  mutating func finish() -> Int32 { file?.finish() ?? 0 }

  /// Closes the last file, and removes it if it has no lines.
  mutating func abandon() {
    if let file { leave(file) }
    file = nil
  }

  // MARK: Parts

  /// Whether the wall clock has reached another span. If it is set back a little, for example by a time
  /// server, the recording stays in the file that it had reached.
  private var isSpanOver: Bool {
    guard file?.isRegular == true, let span, let now = plan.rotation?.span(at: clock()) else { return false }
    return now > span || now < span - 1
  }

  /// Continues in the next file; if that cannot be created, the recording continues in this one and warns
  /// once.
  @discardableResult
  private mutating func resume() -> Bool {
    let last = file
    do throws(GeoError) { try begin() } catch {
      if refusal == nil {
        report.warn("\(error); the recording continues in \(path)")
        refusal = error.message
      }
      return false
    }
    if let last, last.isDeleted {
      let loss = last.length > 0 ? ", and its contents are lost" : ""
      report.warn(
        "\(last.path) was deleted\(loss): the recording continues in \(file?.path ?? path)"
      )
    }
    refusal = nil
    if let last { leave(last) }
    return true
  }

  private mutating func leave(_ file: RecordingFile) {
    _ = file.finish()
    finished += file.length
    if file.length > 0 {
      lastPath = file.path
    } else if file.isRegular, !file.isDeleted {
      // The name of a deleted file may already belong to the next file.
      unlink(file.path)
    }
  }

  private mutating func begin() throws(GeoError) {
    let now = clock()
    var made: RecordingFile?
    // Another run may take the name between the check and the creation.
    while made == nil {
      made = try RecordingFile(
        name.path(plan.rotation, at: now, isTaken: RecordingFile.isTaken), waits: waits)
    }
    file = made
    part += 1
    span = plan.rotation?.span(at: now)
    let writer = EventLogWriter(directory: directory)
    writer.appendHeader(
      program: Product.userAgent, started: started, part: part,
      further: (plan.run.map { [(RecordedRun.member, $0.facts)] } ?? []) + plan.beginning
        + (plan.privacy.map { [(RecordedRun.masked, $0.names)] } ?? []))
    header = Array(writer.bytes)
    headerLength = Int64(header.count)
    removeOld()
  }

  /// Removes old files an hour or more after the last look for them: a run that gets nothing begins no file.
  mutating func removeOldIfDue() {
    if plan.keep != nil, abs(clock() - lastLook) >= 3600 { removeOld() }
  }

  private mutating func removeOld() {
    guard let keep = plan.keep else { return }
    lastLook = clock()
    let old = OldRecordings(
      name: name, rotation: plan.rotation, keep: keep, spared: plan.sources + (file.map { [$0.path] } ?? []))
    let (removed, failures) = old.remove(at: lastLook)
    if removed > 0 {
      report.note("\(plan.path): removed \(counted(removed, "part")) older than --record-keep")
    }
    for failure in failures { report.warn("\(failure)") }
  }

  /// The bytes of complete lines that still fit into the file.
  private func room(in file: RecordingFile, for lines: UnsafeRawBufferPointer) -> Int {
    guard case .size(let limit)? = plan.rotation, file.isRegular else { return lines.count }
    // The compressed size is known only after writing, so a file may be larger by one block.
    let isPacked = file.path.lowercased().hasSuffix(".gz")
    let room = limit - file.length
    guard room > 0 else { return 0 }
    if isPacked || Int64(lines.count) <= room { return lines.count }
    if let end = lines[..<Int(room)].lastIndex(of: 10) { return end + 1 }
    // A line that is longer than a whole file gets its own file.
    guard file.length <= headerLength, let end = lines.firstIndex(of: 10) else { return 0 }
    return end + 1
  }
}
