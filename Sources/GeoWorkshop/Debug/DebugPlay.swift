import Geo
import GeoHost
import GeoLua
import LuaBridge

/// Where a play of the events goes.
enum DebugGoal {
  /// On, until something stops it.
  case free
  /// Silently to the line of this number.
  case line(UInt64, DebugStop.Reason)
  /// Silently to the line of this number, to find the last stop before it.
  case survey(UInt64)
}

/// One play of a script's events from the first, under a debugger.
final class DebugPlay {
  let run: SteppedRun
  let debugger: LuaDebugger
  /// Plays files; nil for live sources.
  private let replay: WhyReplay?
  private let options: RunOptions
  unowned let session: DebugSession
  private let isAbandoned = AtomicFlag()
  private(set) var goal: DebugGoal
  /// Where to go after this play; nil for nowhere.
  private var next: DebugGoal?
  /// The line of the last stop that a survey found.
  private var found: UInt64?
  /// Whether the client wants to stop at the next line.
  private var isPausing = false
  /// The region event whose function is about to run.
  private var regionEvent: String?
  private(set) var hasFailures = false
  private var saidCount = 0
  /// Whether somebody has set values by hand.
  var hasChanges = false

  /// - Errors: ``GeoError`` of the script, of the files and of live sources.
  init(_ options: RunOptions, _ goal: DebugGoal, _ session: DebugSession) throws(GeoError) {
    (self.options, self.goal, self.session) = (options, goal, session)
    let isOver: @Sendable () -> Bool = { [isAbandoned] in isAbandoned.isSet }
    replay = options.hasLiveSource ? nil : try WhyReplay(options, isOver: isOver)
    if let replay { run = replay.run } else { run = try SteppedRun(options, isOver: isOver) }
    debugger = LuaDebugger(run.machine)
    switch goal {
    case .line(let line, _), .survey(let line): debugger.target = line
    case .free: break
    }
    session.forgetHits()
  }

  var device: String? { run.runningScript?.device.name }

  func installBreakpoints() { debugger.setBreakpoints(session.breakpointLines) }

  /// Has calls recorded while region events may stop the script; on the way to a line nothing else can.
  func chooseRecords() {
    if case .line = goal {
      run.recordsCalls = false
    } else {
      run.recordsCalls = session.filters.contains(.region)
    }
  }

  func pause() {
    isPausing = true
    debugger.request(true)
  }

  /// Ends the play without an end of the run.
  func abandon(for next: DebugGoal? = nil) {
    self.next = next
    isAbandoned.set()
    debugger.abandon()
  }

  /// Plays to the end; returns where to go then.
  ///
  /// - Errors: ``GeoError`` of the files.
  func playEvents() throws(GeoError) -> DebugGoal? {
    installBreakpoints()
    chooseRecords()
    debugger.onStop = { [unowned self] in stopped($0) }
    run.hear { [unowned self] in hear($0) }
    session.channel.setBell(debugger.bell)
    // What came before the bell was there.
    takeWaiting()
    defer {
      session.channel.setBell(nil)
      run.close()
    }
    if let replay { try play(replay) } else { try playLive() }
    tell()
    if case .survey = goal, next == nil, !session.isOver {
      next = .line(found ?? 1, found == nil ? .entry : .breakpoint)
    }
    return next
  }

  private func play(_ replay: WhyReplay) throws(GeoError) {
    while !isAbandoned.isSet, let batch = try replay.read() {
      for start in stride(from: 0, to: batch.count, by: WhyReplay.most) where !isAbandoned.isSet {
        replay.play(batch[start..<min(start + WhyReplay.most, batch.count)])
        tell()
        takeWaiting()
      }
    }
    if !isAbandoned.isSet { replay.end() }
  }

  /// Plays what live sources send, until all have ended.
  private func playLive() throws(GeoError) {
    try run.listen { [unowned session] in session.say(.console, "geoscript: \($0)") }
    while !isAbandoned.isSet, run.turn(waiting: DebugPlay.nap) {
      tell()
      takeWaiting()
    }
    run.stopListening(isAbandoned: isAbandoned.isSet)
  }

  /// The longest wait for events, in seconds, after which the client is heard.
  private static let nap = 0.05

  /// Whether what the script does was told before.
  var isSilent: Bool { if case .free = goal { isAbandoned.isSet } else { true } }

  private func takeWaiting() {
    // First, so that no message is missed that comes now.
    debugger.request(isPausing || regionEvent != nil)
    while let incoming = session.channel.nextWaiting() { session.take(incoming) }
  }

  // MARK: What the script says

  /// Tells what the script has said since the last call.
  func tell() {
    let records = run.takeRecords().records
    let lines = run.said.lines
    defer { saidCount = lines.count }
    guard !isSilent else { return }
    for record in records {
      switch record.content {
      case .print(let text): session.say(.stdout, text)
      case .failure, .stop: hasFailures = true
      case .alert, .log, .message, .publish, .row: session.say(.stdout, record.text(in: options.timeZone))
      default: break
      }
    }
    for line in lines.dropFirst(saidCount) {
      session.say(.stderr, String(line.reversed().drop(while: \.isNewline).reversed()))
    }
  }

  private static let regionEvents: Set<String> = ["didEnterRegion", "didExitRegion", "didDwellInRegion"]

  /// Hears a record inside of the script's call.
  private func hear(_ record: ScriptRecord) {
    guard !isAbandoned.isSet else { return }
    switch record.content {
    case .alert(let alert) where session.filters.contains(.alert):
      guard let pause = debugger.pauseInCall else { return }
      stop(pause, .exception(.alert, "alert: \(PlainText.line(alert.title))"))
    case .call(let name, let fields)
    where session.filters.contains(.region) && Self.regionEvents.contains(name):
      let region = fields.first { $0.name == "region" }?.value
      let title = region?.text ?? region?["identifier"]?.text ?? ""
      regionEvent = "\(name): \(PlainText.line(title))"
      // The function's first line comes next.
      debugger.request(true)
    default: break
    }
  }

  // MARK: Stops

  private func stopped(_ pause: LuaPause) {
    guard !isAbandoned.isSet else { return }
    var event: String?
    if pause.reasons.contains(.request) {
      (event, regionEvent) = (regionEvent, nil)
      takeWaiting()
    }
    guard !isAbandoned.isSet else { return }
    let reason = reason(of: pause, event)
    switch goal {
    case .line(_, let arrival) where pause.reasons.contains(.target):
      // What was said on the way is known.
      tell()
      goal = .free
      chooseRecords()
      stop(pause, arrival)
    case .survey where pause.reasons.contains(.target):
      abandon(for: .line(found ?? 1, found == nil ? .entry : .breakpoint))
    default: if let reason { stop(pause, reason) }
    }
  }

  /// Why the script stops there; nil if it does not.
  private func reason(of pause: LuaPause, _ event: String?) -> DebugStop.Reason? {
    if pause.reasons.contains(.error) {
      guard session.filters.contains(.error) else { return nil }
      return .exception(.error, pause.inspect { $0.errorMessage })
    }
    var numbers: [Int] = []
    if pause.reasons.contains(.breakpoint), let frame = pause.top, let file = frame.file {
      session.updateBreakpoints(of: file, line: frame.line) { breakpoint in
        if reaches(&breakpoint, pause, frame) { numbers.append(breakpoint.number) }
      }
    }
    if let event { return .exception(.region, event) }
    if !numbers.isEmpty { return .breakpoints(numbers) }
    if isPausing { return .pause }
    return pause.reasons.contains(.step) ? .step : nil
  }

  /// Stands still until the client lets the script continue.
  private func stop(_ pause: LuaPause, _ reason: DebugStop.Reason) {
    switch goal {
    case .free: break
    case .line: return
    case .survey:
      if debugger.lineCount < debugger.target { found = debugger.lineCount }
      return
    }
    isPausing = false
    debugger.request(false)
    tell()
    let stop = DebugStop(pause, reason, device: device ?? "")
    session.stop = stop
    session.channel.send(event: "stopped", stop.event)
    while stop.resumption == nil, !session.isOver, !isAbandoned.isSet {
      session.take(run.waiting { session.channel.next() })
    }
    session.stop = nil
    resume(stop, pause)
    takeWaiting()
  }

  private func resume(_ stop: DebugStop, _ pause: LuaPause) {
    let line = debugger.lineCount
    switch stop.resumption {
    case .step(let step): pause.step(step)
    case .back: again(.line(max(1, line - 1), line > 1 ? .step : .entry))
    case .backToStop: again(line > 1 ? .survey(line) : .line(1, .entry))
    case nil: break
    }
  }

  private func again(_ goal: DebugGoal) {
    session.say(
      .console,
      "geoscript plays the events again from the first"
        + (hasChanges ? ": values that were set by hand are lost" : ""))
    abandon(for: goal)
  }
}
