import Geo
import GeoHost
import GeoLua
import LuaBridge

/// Requests to a script that stands still.
extension DebugSession {
  func answerStanding(_ request: DebugRequest) throws -> JSONValue? {
    let known = DebugSession.standing
    guard known.contains(request.command) else {
      throw DebugFault("geoscript does not know the request '\(excerpt(request.command))'")
    }
    guard let stop else {
      throw DebugFault(
        play == nil
          ? "\(request.command): no script runs" : "\(request.command): the script runs; pause it first")
    }
    switch request.command {
    case "continue":
      stop.resumption = .step(.none)
      return .object([("allThreadsContinued", .bool(true))])
    case "next": stop.resumption = .step(.over)
    case "stepIn": stop.resumption = .step(.into)
    case "stepOut": stop.resumption = .step(.out)
    case "stepBack", "reverseContinue":
      guard launch?.options.hasLiveSource != true else {
        throw DebugFault(
          "\(request.command): live sources are debugged forwards only; keep what they send with geoscript run "
            + "--record FILE, and debug that file")
      }
      stop.resumption = request.command == "stepBack" ? .back : .backToStop
    case "stackTrace": return stackTrace(request, stop)
    case "scopes": return try scopes(request, stop)
    case "variables": return try variables(request, stop)
    case "setVariable": return try setVariable(request, stop)
    case "evaluate": return try evaluate(request, stop)
    case "exceptionInfo": return try exceptionInfo(stop)
    default: break
    }
    return nil
  }

  private static let standing: Set<String> = [
    "continue", "next", "stepIn", "stepOut", "stepBack", "reverseContinue", "stackTrace", "scopes",
    "variables",
    "setVariable", "evaluate", "exceptionInfo",
  ]

  private func stackTrace(_ request: DebugRequest, _ stop: DebugStop) -> JSONValue {
    let all = stop.pause.frames
    let start = max(0, min(request.whole("startFrame") ?? 0, all.count))
    let levels = request.whole("levels").flatMap { $0 > 0 ? $0 : nil } ?? all.count
    let frames = all.enumerated().dropFirst(start).prefix(levels).map { index, frame in
      var members: [(name: String, value: JSONValue)] = [
        ("id", .integer(Int64(index + 1))), ("name", .string(frame.name)),
        ("line", .integer(Int64(frame.line - shift))), ("column", .integer(Int64(1 - shift))),
      ]
      if let file = frame.file, let path = path(of: file) { members.append(("source", source(file, path))) }
      return JSONValue.object(members)
    }
    return .object([("stackFrames", .array(frames)), ("totalFrames", .integer(Int64(all.count)))])
  }

  private func frame(_ request: DebugRequest, _ stop: DebugStop) throws -> LuaFrame? {
    guard let number = request.whole("frameId") else { return stop.pause.frames.first }
    guard let frame = stop.frame(number) else {
      throw DebugFault("\(request.command): there is no frame \(number)")
    }
    return frame
  }

  private func scopes(_ request: DebugRequest, _ stop: DebugStop) throws -> JSONValue {
    _ = try request.needWhole("frameId")
    guard let frame = try frame(request, stop) else { return .object([("scopes", .array([]))]) }
    let scopes: [(String, DebugStop.Container)] = [
      ("Locals", .locals(frame)), ("Upvalues", .upvalues(frame)), ("Device", .device), ("Regions", .regions),
      ("Store", .store),
    ]
    let values = scopes.map { name, container in
      var members: [(name: String, value: JSONValue)] = [
        ("name", .string(name)), ("variablesReference", .integer(Int64(stop.number(of: container)))),
        ("expensive", .bool(false)),
      ]
      if name == "Locals" { members.append(("presentationHint", .string("locals"))) }
      return JSONValue.object(members)
    }
    return .object([("scopes", .array(values))])
  }

  // MARK: Values

  private func container(_ request: DebugRequest, _ stop: DebugStop) throws -> DebugStop.Container {
    let number = try request.needWhole("variablesReference")
    guard let container = stop[number] else {
      throw DebugFault(
        "\(request.command): there is no reference \(number); ask for scopes again after each stop")
    }
    return container
  }

  /// The most values that are listed at once.
  private static let most = 1000

  private func variables(_ request: DebugRequest, _ stop: DebugStop) throws -> JSONValue {
    let container = try container(request, stop)
    return stop.pause.inspect { look in
      let all = contents(of: container, look)
      let start = max(0, min(request.whole("start") ?? 0, all.count))
      let count = request.whole("count").flatMap { $0 > 0 ? $0 : nil } ?? DebugSession.most
      var shown = all.dropFirst(start).prefix(count).map { variable in
        JSONValue.object([("name", .string(variable.name))] + described(variable.value, look, stop))
      }
      let rest = all.count - start - shown.count
      if rest > 0, request.whole("count") == nil {
        shown.append(
          .object([
            ("name", .string("…")), ("value", .string("\(rest) more")), ("variablesReference", .integer(0)),
          ]))
      }
      return .object([("variables", .array(shown))])
    }
  }

  /// The members of a value in a variable, called `value`, or in an answer.
  private func described(
    _ value: LuaReference, _ look: LuaStackInspector, _ stop: DebugStop, called name: String = "value"
  ) -> [(name: String, value: JSONValue)] {
    let number = look.hasContents(value) ? stop.number(of: .value(value)) : 0
    return [
      (name, .string(look.text(of: value))), ("type", .string(look.type(of: value))),
      ("variablesReference", .integer(Int64(number))),
    ]
  }

  private func contents(of container: DebugStop.Container, _ look: LuaStackInspector) -> [LuaStackInspector
    .Variable]
  {
    switch container {
    case .locals(let frame): look.locals(of: frame)
    case .upvalues(let frame): look.upvalues(of: frame)
    case .value(let value): look.contents(of: value)
    case .store: (try? look.evaluate("geoscript.store", in: nil)).map(look.contents) ?? []
    case .device: deviceValues(look)
    case .regions:
      (play?.run.runningScript?.device).map { device in
        device.monitoredRegions.map { region in
          look.variable(region.identifier, "\(device.state(ofRegion: region.identifier))")
        }
      } ?? []
    }
  }

  private func deviceValues(_ look: LuaStackInspector) -> [LuaStackInspector.Variable] {
    guard let device = play?.run.runningScript?.device else { return [] }
    let zone = launch?.options.timeZone ?? .utc
    var values = [
      look.variable("name", device.name), look.variable("time", ISO8601.format(device.clock.now, in: zone)),
    ]
    if let location = device.location { values.append(look.variable("location", location)) }
    return values
  }

  private func setVariable(_ request: DebugRequest, _ stop: DebugStop) throws -> JSONValue {
    let (name, text) = (try request.need("name"), try request.need("value"))
    let container = try container(request, stop)
    return try stop.pause.inspect { look in
      let value: LuaReference
      switch container {
      case .locals(let frame), .upvalues(let frame):
        guard contents(of: container, look).contains(where: { $0.name == name }),
          LuaInspection.isPlainName(Array(name.utf8))
        else {
          throw DebugFault("setVariable: there is no variable '\(excerpt(name))' that can be set")
        }
        if let flaw = look.flaw(of: text) { throw DebugFault("setVariable: \(flaw)") }
        _ = try look.evaluate("\(name) = \(text)", in: frame)
        value = try look.evaluate(name, in: frame, isExpression: true)
      case .value(let owner):
        value = try set(name, of: owner, contents(of: container, look), to: text, look, stop)
      case .store:
        let owner = try look.evaluate("geoscript.store", in: nil)
        value = try set(name, of: owner, look.contents(of: owner), to: text, look, stop)
      case .device, .regions: throw DebugFault("setVariable: '\(excerpt(name))' cannot be set")
      }
      play?.hasChanges = true
      return .object(described(value, look, stop))
    }
  }

  private func set(
    _ name: String, of owner: LuaReference, _ contents: [LuaStackInspector.Variable], to text: String,
    _ look: LuaStackInspector, _ stop: DebugStop
  ) throws -> LuaReference {
    guard let variable = contents.first(where: { $0.name == name }) else {
      throw DebugFault("setVariable: there is no value '\(excerpt(name))'")
    }
    let value = try look.evaluate(text, in: stop.pause.frames.first, isExpression: true)
    try look.set(variable, of: owner, to: value)
    return value
  }

  private func evaluate(_ request: DebugRequest, _ stop: DebugStop) throws -> JSONValue {
    let text = try request.need("expression")
    let frame = try frame(request, stop)
    let isTyped = request.text("context") == "repl"
    return try stop.pause.inspect { look in
      let value = try look.evaluate(text, in: frame, isExpression: !isTyped)
      if isTyped { play?.hasChanges = true }
      return .object(described(value, look, stop, called: "result"))
    }
  }

  private func exceptionInfo(_ stop: DebugStop) throws -> JSONValue {
    guard case .exception(let filter, let text) = stop.reason else {
      throw DebugFault("exceptionInfo: the script did not stop at an error, an alert or a region event")
    }
    return .object([
      ("exceptionId", .string(filter.rawValue)), ("description", .string(text)),
      ("breakMode", .string("always")),
    ])
  }
}
