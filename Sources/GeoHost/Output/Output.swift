package import Geo
import GeoDelivery
package import GeoFeeds
import GeoFormats
import GeoLua
import Glibc
import LuaBridge
import Synchronization

/// The outputs of a run, shared by all workers: standard output, standard error and the alert sinks.
package final class Output: Sendable {
  private let json: Bool
  private let isQuiet: Bool
  /// Whether what scripts put out goes nowhere.
  private let isSilent: Bool
  let timeZone: TimeZoneRules
  /// The zones of places; nil if the run has one zone.
  let zones: PlaceZones?
  private let sinks: AlertSinks
  /// Whether alerts may wait, so that the run's thread sends them.
  private let holdsAlerts: Bool
  /// What `only=` of sinks says, to be told at the end of what no alert had.
  private let filters: [SinkFilter]
  let stdout: Mutex<LineOutput>
  /// Whether the run has work left when nobody reads standard output.
  let outlivesReader: Bool
  let console: Console
  let reports = Mutex(Reports())
  /// Sends messages to devices; nil if the input is replayed.
  private let publisher = Mutex<(@Sendable (OutgoingMessage) -> Bool)?>(nil)

  /// Takes everything instead of standard output and standard error; nil in a run.
  private let capture: OutputCapture?

  init(_ options: RunOptions, sinks: AlertSinks, isLive: Bool) {
    json = options.json
    (isQuiet, isSilent) = (options.isQuiet, options.isSilent)
    timeZone = options.timeZone
    zones = options.followsZones ? PlaceZones() : nil
    self.sinks = sinks
    capture = nil
    holdsAlerts = options.alertRule.isActive
    filters = options.alerts.filter { $0.shape.channel == nil }.compactMap(\.shape.only)
    console = Console(options)
    outlivesReader = options.hasOtherOutputs
    // A person or a live reader gets each line at once.
    stdout = Mutex(LineOutput(descriptor: STDOUT_FILENO, flushesLines: isLive || isatty(STDOUT_FILENO) == 1))
  }

  /// An output that nobody reads.
  init(_ options: RunOptions, into capture: OutputCapture) throws(GeoError) {
    json = options.json
    (isQuiet, isSilent) = (options.isQuiet, options.isSilent)
    timeZone = options.timeZone
    zones = options.followsZones ? PlaceZones() : nil
    sinks = try AlertSinks([])
    holdsAlerts = false
    filters = []
    outlivesReader = true
    self.capture = capture
    console = Console(threshold: .warning, isTerminal: false, write: { capture.add(line: $0) })
    stdout = Mutex(LineOutput(descriptor: -1, flushesLines: false))
  }

  func write(_ record: ScriptRecord) {
    if let capture { return capture.add(record) }
    if isSilent { return }
    if case .log(let level, let message) = record.content, !json {
      return log(LogLevel(rawValue: level) ?? .info, message, device: record.origin)
    }
    if case .explanation(let explanation) = record.content, !json {
      flush()
      return console.say(.info, explanation.text(device: record.origin, in: timeZone), isAsked: true)
    }
    if json {
      line(record.json.description)
    } else if case .print(let text) = record.content {
      line(TerminalText.printed(text))
    }
    if case .publish(let publication) = record.content {
      publish(publication, from: publication.device ?? record.device)
    }
    if !filters.isEmpty, case .alert(let alert) = record.content { sift(alert) }
    if case .alert(let alert) = record.content, !holdsAlerts {
      if !json {
        // Only lines for people have a local time.
        let clock = sinks.printed.contains { $0.kind == .text } ? zone(of: alert) : timeZone
        for sink in sinks.printed {
          if let text = sink.line(alert, in: clock) { line(text) }
        }
      }
      sinks.send(made: PendingAlert(alert, body: alert.json.description))
    }
    if case .message(let message) = record.content { send(message) }
  }

  private func sift(_ alert: Alert) {
    let passing = filters.filter { $0.matches(alert.json) }
    reports.withLock { $0.passed.formUnion(passing) }
  }

  /// The filters of sinks that no alert has passed, as their addresses say them.
  var vainFilters: [String] {
    reports.withLock { reports in filters.filter { !reports.passed.contains($0) }.map { "only=\($0.text)" } }
  }

  /// Keeps where an alert was raised, if somebody may ask.
  func noteRaised(_ alert: Alert, at place: @autoclosure () -> String) {
    capture?.add(place: place(), ofAlert: alert.id)
  }

  /// Brings a message to the sinks that no state directory serves; with one, only to standard output.
  func send(_ message: PendingAlert, savesRest: Bool = false) {
    if !json {
      for sink in sinks.printed {
        if let text = sink.line(message) { line(text) }
      }
    }
    if !savesRest { sinks.send(message) }
  }

  /// Waits while too many alerts are unsent.
  func waitForRoom() {
    guard sinks.areFull else { return }
    flush()
    sinks.waitForRoom()
  }

  /// The zone of the clock that an alert shows.
  func zone(of alert: Alert) -> TimeZoneRules {
    guard let zones, let place = alert.location?.coordinate else { return timeZone }
    return zones.zone(at: place) ?? timeZone
  }

  /// From now on sends what scripts publish through the first source that can.
  package func publish(through sources: [any LiveSource]) {
    publisher.withLock { $0 = { message in sources.contains { $0.send(message) } } }
  }

  /// The channels that have a sink.
  var channels: Set<String> { sinks.channels }

  private func send(_ message: ChannelMessage) {
    reports.withLock { $0.messages[message.channel, default: 0] += 1 }
    guard sinks.channels.contains(message.channel) else {
      let name = PlainText.line(message.channel)
      return noteOnce(
        "no one listens to the channel \(name) (--channel \(name)=ADDRESS)"
          + NearestName.advice(message.channel, among: sinks.channels.sorted()))
    }
    if !json {
      for sink in sinks.printed {
        if let text = sink.line(message, in: timeZone) { line(text) }
      }
    }
    sinks.send(made: PendingAlert(message))
  }

  private func publish(_ publication: Publication, from device: String) {
    guard let send = publisher.withLock({ $0 }) else { return }
    let message = OutgoingMessage(
      device: device, json: publication.payload, topic: publication.topic, qos: publication.qos,
      isRetained: publication.isRetained)
    if !send(message) {
      let whose = device.isEmpty ? "" : "device \(PlainText.line(device)): "
      warn("\(whose)no source can send what the script publishes (only mqtt: can, and http: to a device)")
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

  package func flush() { write { $0.flush() } }

  // MARK: Standard error

  /// - Parameter code: what it counts as at the end of the run; nil for nothing.
  package func warn(_ message: String, device: String? = nil, as code: GeoError.Code? = nil) {
    if let code {
      let fault = RunFault(code: code.exitCode, message: device.map { "device \($0): \(message)" } ?? message)
      reports.withLock { reports in
        reports.codes.insert(code)
        reports.add(fault)
      }
    }
    if isNew((device ?? "") + ": " + message) { repeatWarning(message, device: device) }
  }

  /// Warns even if the same warning was printed before, such as when a source is lost for the second time.
  package func repeatWarning(_ message: String, device: String? = nil) {
    say(.warning, message, device: device, label: "warning: ")
  }

  /// Prints a note once, even if several workers have it.
  func noteOnce(_ text: String) { if isNew(text) { note(text) } }

  func isNew(_ message: String) -> Bool {
    reports.withLock { $0.said.count < 1000 && $0.said.insert(message).inserted }
  }

  /// Warns of skipped records, kind by kind.
  func warn(of skips: SkipCounts) {
    for (kind, entry) in skips.kinds { warn("\(grouped(entry.count)) × \(kind), first: \(entry.first)") }
  }

  func error(_ fault: GeoError) { say(.error, fault.description, label: "error: ") }

  package func note(_ text: String, device: String? = nil) {
    if !isQuiet { say(.info, text, device: device) }
  }

  /// Prints what only `--verbose` shows.
  func detail(_ text: String, device: String? = nil) { say(.debug, text, device: device) }

  /// Prints a line on standard error, after the output that came before it.
  package func say(
    _ level: LogLevel, _ text: String, device: String? = nil, label: String = "", detail: String = ""
  ) {
    guard console.shows(level) else { return }
    flush()
    console.say(level, text, device: device, label: label, detail: detail)
  }

  /// What a script says by `geoscript.log`.
  private func log(_ level: LogLevel, _ text: String, device: String) {
    guard console.shows(level) else { return }
    flush()
    console.log(level, text, device: device)
  }

  private func line(_ text: String) { write { $0.write(text) } }

  private func write(_ body: (inout LineOutput) -> Void) {
    let isLost = stdout.withLock { lines in
      let wasRead = lines.error == 0
      body(&lines)
      return wasRead && lines.error == EPIPE
    }
    if isLost { sayReaderLeft() }
  }

  /// Whether a status line is seen.
  var showsStatus: Bool { !isQuiet && console.isTerminal }

  /// Draws a line at the bottom of a terminal.
  func show(status: String) { if !isQuiet { console.show(status: status) } }

  /// Alerts that are not sent yet.
  var waitingAlerts: Int { sinks.waitingCount }

  /// The last line of `--json`.
  func write(summary: JSONValue) { if json, !isQuiet { line(summary.description) } }
}
