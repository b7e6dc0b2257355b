import Geo
import LuaBridge

/// What the hooks of a script say about the recording of a message.
public enum RecorderVerdict: Sendable, Hashable {
  case store
  /// It is stored because `otr_putrec`, or what comes before it, has failed.
  case failed
  /// `otr_putrec` has refused it.
  case drop
  /// `otr_revgeo` has added to it; the JSON of the whole message.
  case replace(String)
}

/// The hooks of OwnTracks Recorder in a script, called in the Recorder's order for each message that arrives.
///
/// - Source: HO-140 … HO-145; owntracks/recorder, doc/HOOKS.md, doc/FENCES.md, storage.c and hooks.c.
final class RecorderHooks {
  private unowned let script: RunningScript
  /// The prelude's function: the name of a step, then its arguments.
  private let step: LuaFunction
  private(set) var verdict = RecorderVerdict.store
  /// Whether a message has come.
  private(set) var hasHeard = false

  /// Runs the prelude, which gives the script what the Recorder has.
  ///
  /// - Errors: ``LuaError``.
  init(_ script: RunningScript) throws {
    self.script = script
    let environment = script.environment
    environment.readsUnsetGlobals = true
    let machine = environment.machine
    let chunk = try LuaChunk(RecorderHooks.prelude, name: "geoscript/otr.lua", machine: machine)
    try environment.load(chunk, name: "otr")
    defer { LuaStackWork.pop(machine.stack) }
    step = try LuaFunction.read(machine.stack, -1)
  }

  /// Calls `otr_init`, after the script's main chunk.
  ///
  /// - Errors: ``LuaError`` of the script.
  func start() throws {
    try script.environment.machine.withLongBudget { try step.call("start") }
    script.listen()
  }

  /// Calls the hooks with a message; what they throw is reported, and the message is stored as it came.
  func hear(_ message: DeviceMessage, of device: String) {
    verdict = .failed
    hasHeard = true
    var isWanted = false
    attempt {
      let (json, memory) = try script.parse(json: message.json)
      try withExtendedLifetime(memory) {
        let payload = json["message"] ?? .null
        let parts = device.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        script.recordCall(
          .call(
            name: "onMessage",
            fields: [
              ("form", .string(message.form)), ("messageType", payload["_type"] ?? .string("unknown")),
            ]))
        isWanted = try ask(
          "begin", json["topic"]?.text ?? device, String(parts[0]), parts.count > 1 ? String(parts[1]) : "",
          JSONTable(value: payload), json["http"] != nil, json["decrypted"] != nil
        ) { try Bool.read($0, -1) }
      }
    }
    let address = isWanted ? self.address() : nil
    attempt { verdict = try judge(message, address) }
    attempt { try step.call("hook") }
  }

  private func attempt(_ body: () throws -> Void) {
    do { try body() } catch { script.device.hooks.onError?(error) }
  }

  /// Asks whether the message is stored, and how.
  private func judge(_ message: DeviceMessage, _ address: PlacemarkAddress?) throws -> RecorderVerdict {
    let line = address.map { $0.lines.joined(separator: ", ") }
    return try ask("store", address?.ISOcountryCode, line, address?.locality) { stack in
      switch LuaKind(stack, -1) {
      case .table:
        guard case .object(let members) = try JSONParser.parse(message.json) else { return .store }
        let extended = try ScriptJSON.value(stack, -1)
        return .replace(
          JSONValue.object(members.map { $0.name == "message" ? ($0.name, extended) : $0 }).exactText)
      case .boolean: return try Bool.read(stack, -1) ? .drop : .store
      default: return .store
      }
    }
  }

  /// The address from the gazetteer at the position that the prelude has found; nil where there is none.
  ///
  /// Servers are not asked: their answers come too late for the hooks.
  private func address() -> PlacemarkAddress? {
    guard let service = script.device.geocoding.services?.geocoder,
      let place = try? ask("place", read: { try CLLocationCoordinate2D.read($0, -1) }),
      CLLocationCoordinate2DIsValid(place)
    else { return nil }
    var found: GeocodedPlace?
    service.ask(GeocodeRequest(.position(place)), mayAskServers: { false }) { answer in
      if case .places(let places) = answer { found = places.first }
    }
    return found?.address
  }

  /// Runs a step of the prelude and reads its result.
  private func ask<Result>(
    _ name: String, _ arguments: any LuaValue..., read: (LuaStack) throws -> Result
  ) throws -> Result {
    let machine = script.environment.machine
    try machine.call(results: 1) { stack in
      step.push(stack)
      name.push(stack)
      for argument in arguments { argument.push(stack) }
      return Int32(arguments.count + 1)
    }
    defer { LuaStackWork.pop(machine.stack) }
    return try read(machine.stack)
  }
}
