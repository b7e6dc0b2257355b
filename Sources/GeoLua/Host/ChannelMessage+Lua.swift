import Geo
import LuaBridge

extension GeoscriptModule {
  /// Messages to the channels that `--channel` binds.
  static func declareChannels(_ m: LuaScope) {
    m.rawFunction(
      LuaCatalog.Function(
        "send", [.init("channel", "string"), .init("message", "string | table")], result: "boolean",
        summary:
          "Sends a text, or a table as JSON, to the channel that `--channel NAME=ADDRESS` binds; returns false if it "
          + "is too late to be sent.")
    ) { [unowned machine = m.machine] stack in
      try RunningScript.current(machine).send(stack).push(stack)
      return 1
    }
  }
}

extension RunningScript {
  /// Reads the arguments of `geoscript.send` and records the message; false when the event that caused it came too
  /// late.
  ///
  /// - Errors: ``LuaMessage`` for a channel that cannot be bound, and for a payload that JSON cannot hold.
  /// - Source: HO-81.
  fileprivate func send(_ stack: LuaStack) throws -> Bool {
    let advice = "write geoscript.send(\"lights\", { on = true }) or geoscript.send(\"lights\", \"ON\")"
    guard LuaKind(stack, 1) == .string else {
      throw LuaMessage("geoscript.send takes the name of a channel and a message: \(advice)")
    }
    let channel = try String.read(stack, 1)
    guard ChannelMessage.isName(channel) else {
      throw LuaMessage(
        "geoscript.send: '\(channel.prefix(80))' cannot be the name of a channel (1 to "
          + "\(ChannelMessage.longestName) bytes without spaces and =): \(advice)")
    }
    guard [.string, .table, .sequence].contains(LuaKind(stack, 2)) else {
      throw LuaMessage("geoscript.send: the message to '\(channel)' must be a text or a table: \(advice)")
    }
    let payload: JSONValue
    do { payload = try ScriptJSON.value(stack, 2) } catch let message as LuaMessage {
      throw LuaMessage("geoscript.send: the message to '\(channel)': \(message)")
    }
    try refuseInCondition("geoscript.send")
    // In a group script, the device that caused it; the hub has no fixes.
    guard (subject?.device ?? device).currentLateness <= RunningScript.lateness else {
      suppressedMessages += 1
      return false
    }
    let bytes = channel.utf8.count + payload.description.utf8.count
    guard bytes <= RunningScript.longestAlert else {
      throw LuaMessage(
        "geoscript.send: a message has at most \(RunningScript.longestAlert) bytes, got \(bytes)")
    }
    LuaStackWork.spend(stack, 2000 + bytes)
    let time = device.clock.now
    record(
      .message(
        ChannelMessage(
          id: recordID(channel, at: time), time: time, device: causingName, group: app?.group.name,
          channel: channel, payload: payload)))
    return true
  }
}
