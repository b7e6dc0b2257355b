import Geo
import GeoFeeds
import GeoFormats
import GeoLua
import Glibc
import Synchronization

/// The outputs of a run, shared by all workers: standard output, standard error and the alert sinks.
final class Output: Sendable {
  private let json: Bool
  private let isQuiet: Bool
  private let timeZone: TimeZoneRules
  private let sinks: AlertSinks
  private let stdout: Mutex<LineOutput>
  private let reports = Mutex(Reports())
  /// Sends messages to devices; nil if the input is replayed.
  private let publisher = Mutex<(@Sendable (OutgoingMessage) -> Bool)?>(nil)

  private struct Reports {
    var failures = 0
    var stops = 0
    var notices = 0
    var said: Set<String> = []
  }

  /// The number of failures, stops and notices that are reported in full; the rest are counted.
  static let reportLimit = 20

  init(_ options: RunOptions, sinks: AlertSinks, isLive: Bool) {
    json = options.json
    isQuiet = options.isQuiet
    timeZone = options.timeZone
    self.sinks = sinks
    // A person or a live reader gets each line at once.
    stdout = Mutex(LineOutput(descriptor: STDOUT_FILENO, flushesLines: isLive || isatty(STDOUT_FILENO) == 1))
  }

  /// Whether the reader of standard output has gone away.
  var isBroken: Bool { stdout.withLock { $0.isBroken } }

  /// Why standard output could not be written; nil if it was written or its reader went away.
  var fault: GeoError? {
    let number = stdout.withLock { $0.error }
    guard number != 0, number != EPIPE else { return nil }
    return GeoError(.inputOutput, String(cString: strerror(number)), at: "standard output")
  }

  func write(_ record: ScriptRecord) {
    if case .log(let level, let message) = record.content, !json {
      return error("\(level): \(record.device): \(message)")
    }
    if case .explanation(let explanation) = record.content, !json {
      return error(explanation.text(device: record.device, in: timeZone))
    }
    if json {
      line(record.json.description)
    } else if case .print(let text) = record.content {
      line(text)
    }
    if case .publish(let publication) = record.content { publish(publication, from: record.device) }
    if case .alert(let alert) = record.content {
      if !json, sinks.writesText { line(alert.text(in: timeZone)) }
      if !json, sinks.writesJSON { line(alert.json.description) }
      sinks.send(alert)
    }
  }

  /// From now on sends what scripts publish through the first source that can.
  func publish(through sources: [any LiveSource]) {
    publisher.withLock { $0 = { message in sources.contains { $0.send(message) } } }
  }

  private func publish(_ publication: Publication, from device: String) {
    guard let send = publisher.withLock({ $0 }) else { return }
    let message = OutgoingMessage(
      device: device, json: publication.message.description, topic: publication.topic, qos: publication.qos,
      isRetained: publication.isRetained)
    if !send(message) {
      warn(
        "device \(device): no source can send it what its script publishes (only mqtt: and http: can)")
    }
  }

  /// Waits while too many alerts are unsent.
  func waitForSinks(_ device: WatchedDevice) {
    guard sinks.areFull else { return }
    // A live reader should see the output that led here.
    flush()
    device.isWaiting.store(true, ordering: .relaxed)
    sinks.waitForRoom()
    device.isWaiting.store(false, ordering: .relaxed)
  }

  func flush() { stdout.withLock { $0.flush() } }

  func warn(_ message: String) { if isNew(message) { error("warning: \(message)") } }

  /// Warns even if the same warning was printed before, such as when a source is lost for the second time.
  func repeatWarning(_ message: String) { error("warning: \(message)") }

  /// Prints a note once, even if several workers have it.
  func noteOnce(_ text: String) { if isNew(text) { note(text) } }

  private func isNew(_ message: String) -> Bool {
    reports.withLock { $0.said.count < 1000 && $0.said.insert(message).inserted }
  }

  /// Warns of skipped records, kind by kind.
  func warn(of skips: SkipCounts) {
    for (kind, entry) in skips.kinds { warn("\(grouped(entry.count)) × \(kind), first: \(entry.first)") }
  }

  func failure(_ message: String, traceback: String, device: String) {
    let number = reports.withLock { reports in
      reports.failures += 1
      return reports.failures
    }
    guard number <= Output.reportLimit else { return }
    var text = "error: device \(device): \(message)"
    // A traceback from the top of the script only repeats the message in its first two lines.
    if !traceback.isEmpty { text += "\n" + traceback }
    if number == Output.reportLimit { text += "\nfurther failures are only counted" }
    error(text)
  }

  func stopped(_ reason: String, device: String) {
    let number = reports.withLock { reports in
      reports.stops += 1
      return reports.stops
    }
    guard number <= Output.reportLimit else { return }
    let end = number == Output.reportLimit ? "\nfurther stops are only counted" : ""
    error("warning: device \(device): the script is stopped: \(reason)\(end)")
  }

  func notice(_ notice: Device.Notice, device: String) {
    // A device that is wrong again and again is reported once.
    if case .rebased = notice, !isNew("re-based: \(device)") { return }
    let number = reports.withLock { reports in
      reports.notices += 1
      return reports.notices
    }
    guard number <= Output.reportLimit else { return }
    switch notice {
    case .asked(.services): note("device \(device): asks whether to switch location services on")
    case .asked(.authorization(let wanted)): note("device \(device): asks for \(wanted.constantName)")
    case .answered(_, .authorization(let status)):
      let name = CLAuthorizationStatus(rawValue: status)?.constantName ?? String(status)
      note("device \(device): the answer is \(name)")
    case .answered(_, let setting):
      note("device \(device): the answer is \(setting == .services(enabled: true) ? "yes" : "no")")
    case .monitoringFailed(let region, let reason):
      warn("device \(device): region '\(region)' is not watched: \(reason)")
    case .headingCalibration(let isShown):
      note("device \(device): the heading calibration panel is \(isShown ? "shown" : "gone")")
    case .magneticModelOutOfDate:
      // Without device and date, so that a run prints it once.
      let years = WorldMagneticModel.validYears
      warn(
        "dates outside \(Int(years.lowerBound))–\(Int(years.upperBound) - 1), the years of the magnetic model: "
          + "true headings are extrapolated")
    case .geocodedInBackground:
      warn(
        "an app in the background asks servers for places that its user does not see at once "
          + "(further requests are not reported)")
    case .rebased(let from, let to):
      let (before, after) = (ISO8601.format(from, in: timeZone), ISO8601.format(to, in: timeZone))
      let change =
        before == after
        ? "by less than a second, at \(after)" : "from \(before) to \(after)"
      warn("device \(device): its clock was wrong: set back \(change)")
    }
  }

  /// Prints a line on standard error, after the output that came before it.
  ///
  /// It may contain words from anyone who can send fixes, such as a device's name or an invalid number.
  func error(_ text: String) {
    flush()
    writeAll(STDERR_FILENO, PlainText.lines(text) + "\n")
  }

  func note(_ text: String) { if !isQuiet { error(text) } }

  private func line(_ text: String) { stdout.withLock { $0.write(text) } }
}
