public import Geo
import LuaBridge

/// Messages from devices besides fixes, and messages that scripts send to devices.
extension GeoscriptModule {
  static func declareMessages(_ m: LuaScope) {
    m.function(
      "onMessage", ["f"],
      "Calls a function with each protocol message from the device: `form`, `type` and the message's own "
        + "fields."
    ) { [unowned machine = m.machine] (f: LuaFunction) in
      try RunningScript.current(machine).callAtMessages(f)
    }
    m.module("owntracks", "Messages to OwnTracks apps.") { m in
      m.rawFunction(
        LuaCatalog.Function(
          "publish",
          [
            .init("message", "table|string"),
            .init("options", "{ topic: string?, qos: number?, retain: boolean?, device: string? }?"),
          ],
          summary:
            "Sends a message to the device: over MQTT to its command topic or to `topic`, over HTTP with the "
            + "next response. A text goes to a topic as it is."
        )
      ) { [unowned machine = m.machine] stack in
        let script = try RunningScript.current(machine)
        try script.publish(try Publication(stack, inGroup: script.app != nil))
        return 0
      }
    }
  }
}

/// A message that a script sends to its device.
public struct Publication: Sendable {
  /// A JSON object, or a text for a topic.
  public var message: JSONValue
  /// The bytes that are sent.
  public var payload: String { if case .string(let text) = message { text } else { message.description } }
  /// The MQTT topic; nil for the device's command topic.
  public var topic: String?
  public var qos = 1
  public var isRetained = false
  /// The device that gets it, in a group script; nil for the device of the script instance.
  public var device: String?

  /// Reads the arguments of `geoscript.owntracks.publish`.
  init(_ stack: LuaStack, inGroup: Bool) throws {
    let function = "geoscript.owntracks.publish"
    do { message = try ScriptJSON.value(stack, 1) } catch let error as LuaMessage {
      throw LuaMessage("\(function): \(error)")
    }
    try readOptions(stack, function, inGroup)
    switch message {
    case .object(let members) where !members.isEmpty: return
    case .string where topic != nil: return
    default:
      throw LuaMessage(
        "\(function) takes a table of fields: "
          + "write \(function){ _type = \"cmd\", action = \"reportLocation\" }"
      )
    }
  }

  private mutating func readOptions(_ stack: LuaStack, _ function: String, _ inGroup: Bool) throws {
    guard LuaStackWork.count(stack) >= 2, LuaKind(stack, 2) != .none else { return }
    guard [.table, .sequence].contains(LuaKind(stack, 2)) else {
      throw LuaMessage(
        "\(function): options must be a table: write { topic = \"…\", qos = 1, retain = false }")
    }
    var (topic, qos, isRetained) = (String?.none, 1, false)
    try LuaTable.forEachField(stack, 2) { name in
      do {
        switch name {
        case "topic": topic = try String.read(stack, -1)
        case "qos": qos = try Int.read(stack, -1)
        case "retain": isRetained = try Bool.read(stack, -1)
        case "device" where inGroup: device = try String.read(stack, -1)
        default: throw LuaMismatch("unknown option: write topic, qos or retain")
        }
      } catch let mismatch as LuaMismatch {
        throw LuaMessage("\(function): option '\(name)': \(mismatch.message)")
      }
    }
    guard (0...2).contains(qos) else {
      throw LuaMessage("\(function): option 'qos': 0, 1 or 2 expected, got \(qos)")
    }
    // MQTT 3.1.1, 4.7: a publish topic has 1 to 65535 bytes, no wildcards, and does not start with $.
    // Checked by bytes, because a character may have several.
    if let topic,
      topic.isEmpty || topic.utf8.count > 65_535 || topic.hasPrefix("$")
        || topic.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f || "+#".utf8.contains($0) })
    {
      throw LuaMessage(
        "\(function): option 'topic': name without +, # or a leading $ expected, got '\(topic.prefix(80))'")
    }
    (self.topic, self.qos, self.isRetained) = (topic, qos, isRetained)
  }
}

extension RunningScript {
  /// Calls a function with each message from now on.
  func callAtMessages(_ function: LuaFunction) throws {
    listeners.append((function, try chargeHost(200)))
    listen()
  }

  /// Hears the messages of its devices from now on.
  func listen() {
    if let group = device.group {
      group.onMessage = { [weak self] in self?.hear($1, of: $0) }
    } else {
      device.hooks.rare.onMessage = { [weak self] in self?.hear($0) }
    }
  }

  /// Sends a message to a device: in a group script to the one that is named, or that caused it.
  func publish(_ publication: Publication) throws {
    try app?.refuseInCondition("geoscript.owntracks.publish")
    guard let app else { return record(.publish(publication)) }
    var publication = publication
    publication.device = publication.device ?? subject?.name
    guard let name = publication.device else {
      // A topic needs no device.
      if publication.topic != nil { return record(.publish(publication)) }
      throw LuaMessage(
        "geoscript.owntracks.publish: no device caused this: write { device = \"…\" } after the message")
    }
    guard app.group.member(named: name) != nil else {
      throw LuaMessage("geoscript.owntracks.publish: group '\(app.group.name)' has no device '\(name)'")
    }
    record(.publish(publication))
  }

  private func hear(_ message: DeviceMessage, of member: GroupMember? = nil) {
    if let recorderHooks, message.isPublish {
      return recorderHooks.hear(message, of: member?.name ?? device.name)
    }
    guard !listeners.isEmpty else { return }
    recordCall(
      .call(
        name: "onMessage", fields: [("form", .string(message.form)), ("messageType", .string(message.type))]))
    for listener in listeners {
      do {
        let (value, memory) = try parse(json: message.json)
        try withExtendedLifetime(memory) {
          let heard = table(of: message, value)
          if let member {
            try listener.function.call(heard, member)
          } else {
            try listener.function.call(heard)
          }
        }
      } catch { device.hooks.onError?(error) }
    }
  }

  /// A message as scripts see it.
  private func table(of message: DeviceMessage, _ value: JSONValue) -> JSONTable {
    var members: [(name: String, value: JSONValue)] = []
    if case .object(let fields) = value { members = fields.filter { $0.name != "form" && $0.name != "type" } }
    return JSONTable(
      value: .object([("form", .string(message.form)), ("type", .string(message.type))] + members))
  }

  /// Pushes `geoscript.device`.
  func pushDevice(_ stack: LuaStack) throws {
    if app != nil {
      guard !isInMainChunk else {
        throw LuaMessage("geoscript.device: a group script has several devices: write family:device(name)")
      }
      return subject.push(stack)
    }
    if let pushedDevice, pushedDevice.version == device.attributes.changes {
      return pushedDevice.table.push(stack)
    }
    LuaTable.push(
      stack, [("id", device.name), ("name", device.name), ("fileName", DeviceFileName.of(device.name))])
    var members: [(name: String, value: JSONValue)] = []
    for attributes in device.attributes.messages {
      guard case .object(let fields) = try parse(json: attributes.json).value else { continue }
      members.removeAll { old in fields.contains { $0.name == old.name } }
      members += fields
    }
    ScriptJSON.push(.object(members), stack)
    LuaStackWork.freeze(stack, "\(RunningScript.deviceName).attributes")
    LuaStackWork.setField(stack, "attributes")
    if let settings = options.settings {
      ScriptJSON.push(settings, stack)
      LuaStackWork.setField(stack, "settings")
    }
    LuaStackWork.seal(stack, RunningScript.deviceName)
    let made = LuaReference(popping: stack)
    pushedDevice = (device.attributes.changes, made)
    made.push(stack)
  }

  static let deviceName = "geoscript.device"
}
