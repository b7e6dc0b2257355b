import Geo
package import GeoHost
import GeoLua
import LuaBridge

/// What a client wants to debug.
package struct DebugLaunch: Sendable {
  package var script: String
  /// Files and recordings.
  package var sources: [String]
  /// Further words of `geoscript run`.
  package var options: [String]
  /// Values for the script.
  package var arguments: [String]
  /// The folder from which paths count; nil for that of the process.
  package var folder: String?
  var stopsAtEntry: Bool

  private static let members = ["script", "program", "from", "options", "args", "cwd", "stopOnEntry"]
  /// What editors add for themselves.
  private static let foreign = ["type", "request", "name", "noDebug", "console", "trace", "port", "host"]

  /// - Errors: ``DebugFault`` for a member that looks like a known one, and for options that are not words.
  static func check(_ request: DebugRequest) throws {
    for name in request.names where !members.contains(name) && !foreign.contains(name) {
      guard let near = NearestName.find(name, among: members) else { continue }
      throw DebugFault("launch: '\(PlainText.line(name))' is not known (did you mean '\(near)'?)")
    }
    guard
      let word = try request.texts("options").first(where: {
        $0.hasPrefix("-") && $0.contains(" ") && !$0.contains("=")
      })
    else { return }
    let parts = word.split(separator: " ").map { "\"\($0)\"" }.joined(separator: ", ")
    throw DebugFault("launch: 'options' is a list of words: write [\(parts)]")
  }
}

/// `geoscript debug`: plays a script to a client of the Debug Adapter Protocol (HO-120).
///
/// It belongs to one thread, on which the script runs, too.
///
/// - Source: microsoft.github.io/debug-adapter-protocol/specification.
package final class DebugSession {
  let channel: DebugChannel
  private let makeOptions: (DebugLaunch) throws -> RunOptions

  // What the client has said
  var launch: (request: DebugLaunch, options: RunOptions)?
  private var isConfigured = false
  private var hasPlayed = false
  /// Whether the client has gone, or wants the end.
  var isOver = false
  private var exitCode: Int32 = 0
  /// What a client's first line and column have to be raised by.
  var shift = 0
  var sources: [DebugSource] = []
  var lastBreakpoint = 0
  var filters: Set<DebugFilter> = []
  /// What is done once the answer has been sent.
  var afterwards: [() -> Void] = []

  // What runs
  var play: DebugPlay?
  /// Where the script stands; nil while it runs.
  var stop: DebugStop?

  /// - Parameter makeOptions: reads the options of a run.
  package init(_ channel: DebugChannel, _ makeOptions: @escaping (DebugLaunch) throws -> RunOptions) {
    (self.channel, self.makeOptions) = (channel, makeOptions)
  }

  /// Serves until the client has gone; returns the exit code.
  package func serve() -> Int32 {
    while !isOver {
      if let launch, isConfigured, !hasPlayed {
        hasPlayed = true
        playAll(launch.options)
      } else {
        take(channel.next())
      }
    }
    return exitCode
  }

  // MARK: Messages

  func take(_ incoming: DebugChannel.Incoming) {
    switch incoming {
    case .end: end()
    case .frame(.flaw(let message)): say(.stderr, "geoscript: this message was skipped: \(message)")
    case .frame(.broken(let message)):
      say(.stderr, "geoscript: \(message)")
      exitCode = 65
      end()
    case .frame(.message(let message)):
      // Responses are not expected: this side asks nothing.
      guard message["type"]?.text != "response" else { return }
      guard let request = DebugRequest(message) else {
        return say(.stderr, "geoscript: this message was skipped: a request has seq, type and command")
      }
      take(request)
    }
  }

  private func take(_ request: DebugRequest) {
    do { channel.respond(to: request, try answer(request)) } catch { channel.refuse(request, "\(error)") }
    let due = afterwards
    afterwards = []
    for action in due { action() }
  }

  private func answer(_ request: DebugRequest) throws -> JSONValue? {
    switch request.command {
    case "initialize": return try initialize(request)
    case "launch": return try prepare(request)
    case "setBreakpoints": return try setBreakpoints(request)
    case "setExceptionBreakpoints": return try setFilters(request)
    case "configurationDone":
      isConfigured = true
      return nil
    case "threads":
      let threads =
        play == nil ? [] : [JSONValue.object([("id", .integer(1)), ("name", .string(threadName))])]
      return .object([("threads", .array(threads))])
    case "pause":
      guard let play else { throw DebugFault("no script runs: launch one first") }
      if stop == nil { play.pause() }
      return nil
    case "terminate", "disconnect":
      let isLast = request.command == "disconnect"
      afterwards.append { [unowned self] in if isLast { end() } else { play?.abandon() } }
      return nil
    case "attach": throw DebugFault("geoscript launches scripts: use launch with 'script' and 'from'")
    default: return try answerStanding(request)
    }
  }

  /// Ends the run and the session.
  private func end() {
    isOver = true
    play?.abandon()
  }

  /// The device whose script runs.
  var threadName: String { stop?.device ?? play?.device ?? "script" }

  enum Category: String { case console, stdout, stderr }

  func say(_ category: Category, _ text: String, at place: (name: String, line: Int)? = nil) {
    var body: [(name: String, value: JSONValue)] = [
      ("category", .string(category.rawValue)), ("output", .string(text + "\n")),
    ]
    if let place, let path = path(of: place.name) {
      body.append(("source", source(place.name, path)))
      body.append(("line", .integer(Int64(place.line - shift))))
    }
    channel.send(event: "output", .object(body))
  }

  // MARK: The run

  private func playAll(_ options: RunOptions) {
    var goal: DebugGoal? = launch?.request.stopsAtEntry == true ? .line(1, .entry) : .free
    while let next = goal, !isOver {
      goal = nil
      do {
        let play = try DebugPlay(options, next, self)
        self.play = play
        goal = try play.playEvents()
        if play.hasFailures { exitCode = 1 }
      } catch {
        say(.stderr, "geoscript: \(error)")
        exitCode = error.code.exitCode
      }
      play = nil
    }
    guard !isOver else { return }
    channel.send(event: "exited", .object([("exitCode", .integer(Int64(exitCode)))]))
    channel.send(event: "terminated")
  }

  // MARK: Requests before the run

  private func initialize(_ request: DebugRequest) throws -> JSONValue {
    guard request.text("pathFormat") ?? "path" == "path" else {
      throw DebugFault("initialize: geoscript takes paths: set pathFormat to \"path\"")
    }
    shift = request.flag("linesStartAt1") == false ? 1 : 0
    afterwards.append { [channel] in channel.send(event: "initialized") }
    let able = [
      "supportsConfigurationDoneRequest", "supportsConditionalBreakpoints",
      "supportsHitConditionalBreakpoints",
      "supportsLogPoints", "supportsEvaluateForHovers", "supportsSetVariable", "supportsStepBack",
      "supportsTerminateRequest", "supportsExceptionInfoRequest",
    ]
    let filters = DebugFilter.allCases.map { filter in
      JSONValue.object([
        ("filter", .string(filter.rawValue)), ("label", .string(filter.label)),
        ("default", .bool(filter == .error)),
      ])
    }
    return .object(able.map { ($0, .bool(true)) } + [("exceptionBreakpointFilters", .array(filters))])
  }

  private func prepare(_ request: DebugRequest) throws -> JSONValue? {
    guard launch == nil else { throw DebugFault("launch: a script has been launched; begin a new session") }
    try DebugLaunch.check(request)
    guard let script = request.text("script") ?? request.text("program") else {
      throw DebugFault("launch: add \"script\", the path of a Lua script")
    }
    let wish = DebugLaunch(
      script: script, sources: try request.texts("from"), options: try request.texts("options"),
      arguments: try request.texts("args"), folder: request.text("cwd"),
      stopsAtEntry: request.flag("stopOnEntry") ?? false)
    guard !wish.sources.isEmpty || wish.options.contains(where: { $0.hasPrefix("--from") }) else {
      throw DebugFault(
        "launch: add \"from\", a track, a recording (geoscript run --record FILE) or a live source")
    }
    var options = try makeOptions(wish)
    // What a run writes or serves is not for this (HO-120).
    (options.record, options.recordExact) = (nil, nil)
    (options.pictures, options.page, options.metrics) = (nil, nil, nil)
    (options.profileScript, options.reload, options.explain) = (nil, nil, nil)
    options.json = true
    // What is wrong with the script or the files is said now.
    try DebugPlay(options, .free, self).run.close()
    launch = (wish, options)
    if options.hasLiveSource {
      let able = JSONValue.object([("supportsStepBack", .bool(false))])
      afterwards.append { [channel] in channel.send(event: "capabilities", .object([("capabilities", able)]))
      }
    }
    return nil
  }

  private func setFilters(_ request: DebugRequest) throws -> JSONValue? {
    filters = Set(
      try request.texts("filters").map { name in
        guard let filter = DebugFilter(rawValue: name) else {
          let names = DebugFilter.allCases.map(\.rawValue).joined(separator: ", ")
          throw DebugFault("setExceptionBreakpoints: there is no filter '\(excerpt(name))' (\(names))")
        }
        return filter
      })
    play?.chooseRecords()
    return nil
  }
}

/// What a script may be stopped at beside lines.
enum DebugFilter: String, CaseIterable {
  case error, alert, region

  var label: String {
    switch self {
    case .error: "Errors"
    case .alert: "Alerts"
    case .region: "Region events"
    }
  }
}
