public import Geo
public import LuaBridge

/// The host module `geoscript`.
enum GeoscriptModule {
  static func declare(_ m: LuaScope) {
    declareAlerts(m)
    declareAlertPolicy(m)
    declareChannels(m)
    declareClock(m)
    declareApproaches(m)
    declareTasks(m)
    declareMessages(m)
    declareGroups(m)
    declareInstance(m)
    m.function(
      "onFinish", ["f"],
      "Calls a function once at the end of the run: after the last event or on a clean stop."
    ) {
      [unowned machine = m.machine] (f: LuaFunction) in try RunningScript.current(machine).callAtEnd(f)
    }
    declareRegionFiles(m)
    declareFiles(m)
    declareTables(m)
    declareTests(m)
    ScriptGeometry.declare(m)
    m.module("json", "JSON encoding and decoding.", ScriptJSON.declare)
  }

  /// The device, how the script was launched, and what it keeps.
  private static func declareInstance(_ m: LuaScope) {
    m.machine.declareOptional("settings", of: RunningScript.deviceName)
    m.property(
      "device", type: "{ id: string, name: string, fileName: string, attributes: table, settings: table? }",
      .none,
      "The device of this script instance; `fileName` is its name as a part of file names, `attributes` holds what it "
        + "reports besides fixes, such as its battery level, `settings` what the file of `--settings` says of it."
    ) { [unowned machine = m.machine] stack in
      try RunningScript.current(machine).pushDevice(stack)
      return 1
    }
    m.property(
      "timeZone", type: "string", .none,
      "The name of the run's time zone (`--time-zone`), such as `Europe/Berlin`."
    ) { [unowned machine = m.machine] stack in
      try RunningScript.current(machine).timeZone.name.push(stack)
      return 1
    }
    m.property(
      "launchOptions", type: "{ location: boolean?, reload: boolean? }", .none,
      "Why this script instance was launched: `location` is true after a region event, a visit or a "
        + "significant change, `reload` if it follows an older version of the script in the same run."
    ) { [unowned machine = m.machine] stack in
      let script = try RunningScript.current(machine)
      let reasons = [("location", script.device.wasLaunchedForLocation), ("reload", script.isReload)]
      LuaTable.push(stack, reasons.filter(\.1).map { name, _ -> (String, any LuaValue) in (name, true) })
      return 1
    }
    m.property(
      "appState", type: "string", .none,
      "The app's state: `foreground`, `background`, `suspended` or `terminated`."
    ) { [unowned machine = m.machine] stack in
      try RunningScript.current(machine).device.appState.rawValue.push(stack)
      return 1
    }
    m.property(
      "store", type: "table", .none,
      "A table of strings, numbers, booleans and tables that is kept for the next run, with `--state`."
    ) { [unowned machine = m.machine] stack in
      try RunningScript.current(machine).pushStore(stack)
      return 1
    }
    m.property("args", type: "string[]", .none, "The command-line arguments after `--`.") {
      [unowned machine = m.machine] stack in
      try RunningScript.current(machine).options.arguments.push(stack)
      return 1
    }
  }

  private static func declareAlerts(_ m: LuaScope) {
    m.rawFunction(
      LuaCatalog.Function(
        "alert",
        [
          .init(
            "fields",
            "{ title: string?, body: string?, late: boolean?, key: string?, cooldown: number?, repeatEvery: number?, "
              + "repeatMax: number?, priority: string? }")
        ], result: "boolean",
        summary:
          "Raises an alert with these and further JSON fields, of which it needs a title or a body; returns false if it "
          + "is too late to be raised, or in the cooldown of its key.")
    ) { [unowned machine = m.machine] stack in
      let script = try RunningScript.current(machine)
      try script.raise(try AlertFields(stack, 1)).push(stack)
      return 1
    }
    m.rawFunction(
      LuaCatalog.Function(
        "log", [.init("level", "string"), .init("message", "any"), .init("...", "any")],
        summary: "Writes a line to standard error; levels are debug, info, warning, error.")
    ) { [unowned machine = m.machine] stack in
      let level = try String.read(stack, 1)
      guard ["debug", "info", "warning", "error"].contains(level) else {
        throw LuaMessage("geoscript.log: level must be debug, info, warning or error, got '\(level)'")
      }
      let words = stride(from: 2, through: LuaStackWork.count(stack), by: 1).map {
        LuaStackWork.description(stack, $0)
      }
      try RunningScript.current(machine).record(.log(level: level, message: words.joined(separator: " ")))
      return 0
    }
    m.rawFunction(
      LuaCatalog.Function(
        "inspect", [.init("value", "any")], result: "string",
        summary: "Returns a value as Lua text: tables with sorted keys, objects by their description.")
    ) { stack in
      LuaInspection.text(stack, 1).push(stack)
      return 1
    }
  }

  private static func declareClock(_ m: LuaScope) {
    m.function(
      "radioTime", .seconds, "Returns how long each of the device's radios has been on for location so far."
    ) { [unowned machine = m.machine] in
      RadioTimeTable(time: try RunningScript.current(machine).device.radioTime)
    }
    m.function("now", .none, "Returns the date on the device's clock.") { [unowned machine = m.machine] in
      try RunningScript.current(machine).device.now
    }
    m.function(
      "after", ["seconds", "f", "options"], .none,
      "Calls a function once, later on the device's clock. A timer with an `identifier` takes the place of the one "
        + "that has it; `math.huge` seconds only say what the timer of an earlier run does."
    ) {
      [unowned machine = m.machine] (seconds: Double, f: LuaFunction, options: TimerOptions?) -> DeviceTimer
      in
      let isDeclared = seconds == .infinity && options?.identifier != nil
      if !isDeclared { try requireTime(seconds, "after") }
      let script = try RunningScript.current(machine)
      try script.refuseInCondition("geoscript.after")
      let memory = try script.chargeHost(timerBytes)
      return script.register(
        script.device.clock.after(seconds) { try withExtendedLifetime(memory) { try f.call() } },
        as: options?.identifier, isDeclared: isDeclared)
    }
    m.function(
      "every", ["seconds", "f", "options"], .none,
      "Calls a function repeatedly on the device's clock. A timer with an `identifier` takes the place of the one that "
        + "has it."
    ) {
      [unowned machine = m.machine] (seconds: Double, f: LuaFunction, options: TimerOptions?) -> DeviceTimer
      in
      try requireTime(seconds, "every")
      guard seconds >= 0.001 else {
        throw LuaMessage("geoscript.every: seconds must be 0.001 or more, got \(seconds)")
      }
      let script = try RunningScript.current(machine)
      try script.refuseInCondition("geoscript.every")
      let memory = try script.chargeHost(timerBytes)
      return script.register(
        script.device.clock.every(seconds) { try withExtendedLifetime(memory) { try f.call() } },
        as: options?.identifier)
    }
  }

  /// Bytes of a timer besides its function: the object, its closure, its references.
  private static let timerBytes = 400

  static func requireTime(_ seconds: Double, _ name: String) throws {
    guard seconds < .infinity else {
      guard seconds == .infinity else {
        throw LuaMessage("geoscript.\(name): seconds must be 0 or more, got NaN (0/0)")
      }
      let advice =
        name == "after"
        ? "without an identifier it would never fire (write { identifier = \"…\" } for a timer of an earlier run)"
        : "that time never comes"
      throw LuaMessage("geoscript.\(name): seconds must be 0 or more and finite, got math.huge: \(advice)")
    }
    guard seconds >= 0 else {
      throw LuaMessage("geoscript.\(name): seconds must be 0 or more, got \(seconds)")
    }
  }
}

extension DeviceTimer: LuaObject {
  public static var luaType: String { "Timer" }

  static func bind(_ c: LuaBinder<DeviceTimer>) {
    c.summary("A timer on the device's clock.")
    c.method("cancel", "Stops the timer; a second call does nothing.") { $0.cancel() }
    c.property("isPending", .none, "Whether it will still fire.") { $0.isPending }
  }
}
