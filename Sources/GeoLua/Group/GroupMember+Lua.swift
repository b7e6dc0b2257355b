public import Geo
public import LuaBridge

extension GroupMember: LuaObject {
  public static var luaType: String { "GroupDevice" }

  static func bind(_ c: LuaBinder<GroupMember>) {
    c.summary("A device of a group.")
    c.property("name", .none, "The device's name.") { $0.name }
    c.property("id", .none, "The same as `name`.") { $0.name }
    c.property("group", .none, "The name of its group.") { $0.group?.name }
    c.property("location", .none, "Its latest location; nil before the first.") { $0.device.location }
    c.property("isStale", .none, "Whether it has sent nothing for longer than `staleAfter`.") { $0.isStale }
    c.property(
      "staleAfter", .seconds,
      "Seconds of silence after which it is stale; `--stale-after` at first, nil for never."
    ) {
      $0.staleAfter
    } set: { (me: GroupMember, seconds: Double?) in
      if let seconds, !(seconds > 0 && seconds.isFinite) {
        throw LuaMismatch("seconds above 0 or nil expected, got \(seconds)")
      }
      me.staleAfter = seconds
    }
    c.property("battery", .one, "What it last said of its battery, in its app's own unit; nil if nothing.") {
      me in
      me.attributes.last {
        ["batt", "battery", "batteryLevel", "battery_level", "batteryPercent"].contains($0.name)
      }?
      .value.asDouble
    }
    c.property("attributes", .none, "What it reports besides fixes, such as its battery level.") { me in
      TableValue { ScriptJSON.push(.object(me.attributes), $0) }
    }
    c.property("settings", .none, "What the file of `--settings` says of it; empty without one.") { me in
      TableValue { ScriptJSON.push(me.settings ?? .object([]), $0) }
    }
    c.property("store", .none, "A table of this device, as long as it is in the group.") {
      [unowned machine = c.machine] me in
      let app = try RunningScript.groupApp(machine)
      return TableValue { app.pushStore(of: me, $0) }
    }
    c.method(
      "stateForRegion", ["region"], .one, "Returns where it is relative to a region: a `CLRegionState…`."
    ) {
      (me: GroupMember, region: RegionName) in
      try me.state(of: region).rawValue
    }
    c.method(
      "locationManager", .none,
      "Returns a new location manager of this device, for updates, headings, visits and everything else."
    ) { [unowned machine = c.machine] me in
      let app = try RunningScript.groupApp(machine)
      try app.refuseInCondition("locationManager")
      app.group.willManage(me)
      return CLLocationManager.make(on: me.device, for: app.script)
    }
    c.operation("__tostring") { stack in
      try GroupMember.read(stack, 1).name.push(stack)
      return 1
    }
  }

  /// - Errors: ``LuaMessage`` for a misspelled name, which would be unknown forever.
  private func state(of region: RegionName) throws -> RegionState {
    if group?.occupancy(of: region.identifier) == nil, device.state(ofRegion: region.identifier) == .unknown {
      try group?.refuseMisspelled(region)
    }
    return state(of: region.identifier)
  }

  /// What it has reported, the latest last.
  var attributes: [(name: String, value: JSONValue)] {
    var members: [(name: String, value: JSONValue)] = []
    for message in device.attributes.messages {
      guard case .object(let fields)? = try? JSONParser.parse(message.json) else { continue }
      members.removeAll { old in fields.contains { $0.name == old.name } }
      members += fields
    }
    return members
  }
}

extension RunningScript {
  /// The app of the running group script.
  ///
  /// - Errors: ``LuaMessage`` in a script for each device.
  static func groupApp(_ machine: LuaMachine?) throws -> GroupApp {
    guard let app = try current(machine).app else {
      throw LuaMessage("this is for group scripts: write \(ScriptUnit.example) first")
    }
    return app
  }
}

extension JSONValue {
  fileprivate var asDouble: Double? {
    switch self {
    case .number(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }
}
