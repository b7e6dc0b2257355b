package import Geo
import GeoFeeds
import GeoFormats
package import GeoHost
import GeoLua
import Glibc

/// A run that a console steps through, event by event.
///
/// - Source: HO-132 … HO-134.
package final class ReplRun: ConsoleTarget {
  let run: SteppedRun
  let replay: WhyReplay?
  /// Reads the times of the first and of the last event; nil where they are not known.
  let span: () throws(GeoError) -> ClosedRange<TimeInterval>?
  /// What to say before the first line.
  private(set) var notes: [String] = []
  let zone: TimeZoneRules
  /// Events that were read and not handed over.
  private var next: ArraySlice<DeviceEvent> = []
  private var hasEnded = false
  /// Whether an event has been handled, or the script has started without one.
  private var hasBegun = false
  /// What happened lately.
  private(set) var history: [ScriptRecord] = []
  package internal(set) var device: String?

  private static let mostHistory = 2000
  static let mostShown = 200

  /// - Parameter time: the moment up to which the events are played at once; nil for none of them.
  /// - Errors: ``GeoError`` of the script and of the files.
  package init(_ options: RunOptions, at time: String? = nil) throws(GeoError) {
    var options = options
    (options.explain, options.json) = (options.explain ?? "all", true)
    zone = options.timeZone
    guard !options.sources.isEmpty else {
      guard time == nil else { throw GeoError(.usage, "--at needs --from: the events up to that time") }
      replay = nil
      span = { nil }
      run = try SteppedRun(options, isOver: { false })
      guard !run.hasGroups else {
        throw GeoError(.usage, "a group script needs devices: add --from FILE", at: options.script)
      }
      run.start(at: wallClock())
      (device, hasBegun, hasEnded) = ("default", true, true)
      collect()
      return
    }
    let replay = try WhyReplay(options)
    let played = options
    self.replay = replay
    span = { () throws(GeoError) in try WhyReplay.span(of: played) }
    run = replay.run
    if let event = try peek() {
      device = run.directory.name(of: event.device)
      if let time {
        let moment = try moment(time, "--at ", from: event.time)
        _ = try play(upTo: moment)
        notes += try past(moment)
      } else if !run.hasGroups, case .location = event.payload {
        run.launch(for: event)
      }
    }
    collect()
  }

  package var greeting: String {
    let start =
      "geoscript \(Product.version): Lua 5.4 with the names of geoscript docs; :help shows the commands"
    let failures = history.filter { if case .failure = $0.content { true } else { false } }
    return ([start] + notes + failures.map { $0.text(in: zone) }).joined(separator: "\n")
  }

  package var commands: [ConsoleCommand] {
    let steps = [
      ConsoleCommand(.step, "N", "play the next event, or the next N"),
      ConsoleCommand(.next, "WHAT", "play up to the next alert, call, print or failure"),
      ConsoleCommand(.at, "TIME", "play up to a time, such as 10:02 or 2026-05-04T10:02:00Z"),
    ]
    return (replay == nil ? [] : steps) + [
      ConsoleCommand(.wait, "DURATION", "move the clock of every device, such as 4min; timers fire"),
      ConsoleCommand(
        .explain, "REGION", "show what happened last on the device, with the decisions of regions"),
    ] + ConsoleCommand.common
  }

  package func answer(_ text: String) throws(GeoError) -> (ConsoleAnswer, lines: [String]) {
    guard let device else {
      return (ConsoleAnswer(.fault("the files have no event, so the script has not started")), [])
    }
    let answer = run.answer(text, on: device, delivers: hasBegun)
    // What it has printed stands in the answer.
    let caused = collect().filter { if case .print = $0.content { false } else { true } }
    return (answer, lines(caused))
  }

  package func perform(_ command: ConsoleCommand.Name, _ argument: String) throws(GeoError) -> [String] {
    switch command {
    case .step: return try step(argument)
    case .next: return try playNext(argument.isEmpty ? "alert" : argument)
    case .at: return try play(to: argument)
    case .wait:
      guard !argument.isEmpty else { throw GeoError(.usage, "needs a duration: :wait 4min") }
      guard let seconds = try? Quantity.seconds(argument, "") else {
        throw GeoError(.usage, "takes a duration such as 90s, 4min or 8h, got '\(argument)'")
      }
      return try moving { () throws(GeoError) in
        run.settle()
        run.advance(to: clock + seconds)
        return collect()
      }
    case .devices: return run.devices.map(line)
    case .device: return try choose(argument)
    case .explain: return explain(argument.isEmpty ? nil : argument)
    case .help, .quit: return []
    }
  }

  // MARK: Playing

  /// The greatest time that a device has reached.
  var clock: TimeInterval {
    run.devices.reduce(replay?.latest ?? -.infinity) { max($0, $1.now.timeIntervalSince1970) }
  }

  func peek() throws(GeoError) -> DeviceEvent? {
    while next.isEmpty, !hasEnded {
      guard let batch = try replay?.read() else { return nil }
      next = batch[...]
    }
    return next.first
  }

  /// Hands over the next event; at the end of them handles what waits, then ends the run.
  ///
  /// - Returns: whether there was anything to do.
  private func feed() throws(GeoError) -> Bool {
    guard let replay, !hasEnded else { return false }
    hasBegun = true
    if try peek() != nil {
      replay.play(next.prefix(1))
      next.removeFirst()
    } else if run.waiting > 0 {
      run.settle()
    } else {
      replay.end()
      hasEnded = true
    }
    return true
  }

  /// The number of events that were handled.
  private var handled: Int { (replay?.count ?? 0) - run.waiting + (hasEnded ? 1 : 0) }

  private func step(_ argument: String) throws(GeoError) -> [String] {
    guard let count = argument.isEmpty ? 1 : Int(argument), count > 0, count <= 1_000_000 else {
      throw GeoError(.usage, "takes a number of events from 1 to 1,000,000, got '\(argument)'")
    }
    guard !hasEnded else { return [ReplRun.end] }
    let shown = try moving { () throws(GeoError) in
      var records: [ScriptRecord] = []
      for _ in 0..<count {
        let start = handled
        while handled == start, try feed() {}
        records += collect()
      }
      return records
    }
    return shown + (hasEnded ? [ReplRun.end] : [])
  }

  /// The devices that `body` has moved in place or time, and what has happened.
  func moving(_ body: () throws(GeoError) -> [ScriptRecord]) throws(GeoError) -> [String] {
    let before = places
    let records = try body()
    let moved = run.devices.filter { before[$0.name] != place(of: $0) }
    return moved.prefix(ReplRun.mostShown).map(line) + lines(records)
  }

  private func playNext(_ kind: String) throws(GeoError) -> [String] {
    guard let isWanted = ReplRun.kinds[kind] else {
      throw GeoError(.usage, "takes alert, call, print or failure, got '\(kind)'")
    }
    while try feed() {
      let records = collect()
      if records.contains(where: { isWanted($0.content) }) { return lines(records) }
    }
    return ["no further \(kind): \(ReplRun.end)"]
  }

  private static let kinds: [String: @Sendable (ScriptRecord.Content) -> Bool] = [
    "alert": { if case .alert = $0 { true } else { false } },
    "call": { if case .call = $0 { true } else { false } },
    "print": { if case .print = $0 { true } else { false } },
    "failure": { if case .failure = $0 { true } else { false } },
  ]

  private static let end = "the events have ended"

  /// Plays the events up to a time, and moves all clocks to it.
  func play(upTo time: TimeInterval) throws(GeoError) -> [ScriptRecord] {
    var records: [ScriptRecord] = []
    while let event = try peek(), event.time <= time, try feed() { records += collect() }
    guard !hasEnded else { return records }
    run.settle()
    run.advance(to: time)
    return records + collect()
  }

  /// Takes what happened since the last call.
  @discardableResult
  private func collect() -> [ScriptRecord] {
    let records = run.takeRecords().records
    history += records
    if history.count > 2 * ReplRun.mostHistory { history.removeFirst(history.count - ReplRun.mostHistory) }
    return records
  }
}

/// Seconds since 1970 on the wall clock, in which a console without events begins.
private func wallClock() -> TimeInterval {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Double(time.tv_sec)
}
