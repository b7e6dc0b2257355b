public import Geo
import LuaBridge

/// Ends and acknowledgements of alerts.
extension GeoscriptModule {
  static func declareAlertPolicy(_ m: LuaScope) {
    m.rawFunction(
      LuaCatalog.Function(
        "resolve", [.init("key", "string"), .init("fields", "{ title: string?, body: string? }?")],
        result: "boolean",
        summary:
          "Ends the condition that an alert's `key` began, and sends its end; returns false if nothing "
          + "fires under this key.")
    ) { [unowned machine = m.machine] stack in
      let script = try RunningScript.current(machine)
      try script.resolve(stack).push(stack)
      return 1
    }
    m.function(
      "onAcknowledge", ["f"],
      "Calls a function when somebody acknowledges an alert of this device: `key`, `alert` and `by`."
    ) { [unowned machine = m.machine] (f: LuaFunction) in
      try RunningScript.current(machine).callAtAcknowledgements(f)
    }
  }
}

extension RunningScript {
  fileprivate func resolve(_ stack: LuaStack) throws -> Bool {
    try refuseInCondition("geoscript.resolve")
    let advice = "write geoscript.resolve(\"rex\", { title = \"Rex is back\" })"
    guard LuaKind(stack, 1) == .string else {
      throw LuaMessage("geoscript.resolve takes the key of an alert: \(advice)")
    }
    let key = try AlertTermFields.key(stack, 1, of: "geoscript.resolve: key")
    var fields: AlertFields?
    if LuaStackWork.count(stack) >= 2, LuaKind(stack, 2) != .none {
      let given = try AlertFields(stack, 2, of: .resolve)
      try refuseGroup(among: given, of: .resolve)
      fields = given
    }
    guard let ended = policy.resolve(key),
      var alert = Alert(content: ended.content, key: key, device: device)
    else { return false }
    try describe(&alert, with: fields)
    alert.id = recordID(alert.region ?? "", at: device.clock.now)
    alert.status = .resolved
    alert.occurrence = ended.alert
    alertCount += 1
    record(.alert(alert))
    return true
  }

  /// Gives an end what the script says about it; otherwise it says what the beginning said.
  private func describe(_ alert: inout Alert, with fields: AlertFields?) throws {
    let source = subject?.device ?? device
    let event = source.currentRegionEvent
    alert.device = causingName
    (alert.region, alert.event, alert.visit) = RunningScript.regionFields(event)
    alert.location = event?.location ?? source.location
    guard let fields else { return }
    try charge(fields)
    if !fields.title.isEmpty {
      alert.title = fields.title
      alert.body = fields.body
    }
    alert.fields = fields.others
  }

  /// Calls a function with each acknowledgement from now on.
  fileprivate func callAtAcknowledgements(_ function: LuaFunction) throws {
    acknowledgers.append((function, try chargeHost(200)))
  }

  /// Raises an alert that the host repeats.
  public func raise(repeat alert: Alert) {
    alertCount += 1
    record(.alert(alert), of: alert.device)
  }

  /// Tells the script of an acknowledgement that had an effect.
  public func hear(_ told: Acknowledgement) {
    var told = told
    // The script knows its group.
    told.group = nil
    guard !acknowledgers.isEmpty, case .object(let members) = told.json else { return }
    recordCall(.call(name: "onAcknowledge", fields: members))
    for listener in acknowledgers {
      do { try listener.function.call(JSONTable(value: told.json)) } catch { device.hooks.onError?(error) }
    }
  }
}
