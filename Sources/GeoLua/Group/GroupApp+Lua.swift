import Geo
public import LuaBridge

extension GroupApp: LuaObject {
  static func bind(_ c: LuaBinder<GroupApp>) {
    c.summary("What a group script looks after: the value of `geoscript.app{ per = \"group\" }`.")
    bindFunctions(c)
    c.property("name", .none, "The name of the group.") { $0.group.name }
    c.property("devices", .none, "The group's devices, by name.") { $0.group.members }
    c.property(
      "store", .none, "A table that the whole group shares and that is kept for the next run, with `--state`."
    ) { me in
      TableValue { me.script.pushStore($0) }
    }
    c.method("device", ["name"], .none, "Returns the device of that name; nil if the group has none.") {
      (me: GroupApp, name: String) in me.group.member(named: name)
    }
    c.method(
      "startMonitoringForRegion", ["region", "desiredAccuracy"],
      "Starts monitoring a region on each device, also on those that come later. The accuracy is the distance past the "
        + "edge that counts as a crossing."
    ) { (me: GroupApp, region: CLRegion, accuracy: Double?) in
      try me.refuseInCondition("startMonitoringForRegion")
      try me.start(region, accuracy ?? kCLLocationAccuracyBest)
    }
    c.method(
      "stopMonitoringForRegion", ["region"],
      "Stops monitoring the region with this identifier on each device."
    ) {
      (me: GroupApp, region: RegionName) in
      try me.refuseInCondition("stopMonitoringForRegion")
      me.group.stopMonitoring(region.identifier)
    }
    c.property("monitoredRegions", .none, "The regions that the group monitors, by identifier.") { me in
      me.group.sortedRegions.map { me.script.device.regionObject(for: $0) }
    }
    c.method(
      "devicesInRegion", ["region"], .none, "Returns the devices that are known to be in a region, by name."
    ) {
      (me: GroupApp, region: RegionName) in try me.occupancy(of: region).inside
    }
    c.method(
      "when", ["condition", "options", "action"],
      "Calls `action` once when `condition` has returned true for `duration` seconds on end; again only after it was "
        + "false."
    ) { (me: GroupApp, condition: LuaFunction, options: GroupRuleOptions?, action: LuaFunction) in
      try me.add(condition, options ?? GroupRuleOptions(), action)
    }
  }

  /// The functions that the script writes: `function family:didEnterRegion(device, region) … end`.
  private static func bindFunctions(_ c: LuaBinder<GroupApp>) {
    bind(.didAppear, DeviceSignature.self, "the first fix of a device in the group.", c)
    bind(.didEnterRegion, CrossingSignature.self, "a device has entered a region.", c)
    bind(.didExitRegion, CrossingSignature.self, "a device has left a region.", c)
    bind(.didDwellInRegion, CrossingSignature.self, "a device has stayed in a region for its `dwell`.", c)
    bind(
      .didChangeOccupancy, OccupancySignature.self,
      "who is in a region has changed; `device` is nil if none crossed.", c)
    bind(.didFallSilent, SilenceSignature.self, "a device has sent nothing for its `staleAfter`.", c)
  }

  private static func bind<Signature: GroupSignature>(
    _ callback: GroupCallback, _ signature: Signature.Type, _ summary: String, _ c: LuaBinder<GroupApp>
  ) {
    c.property(callback.name, .none, "Your function(\(Signature.names)): \(summary)") {
      GroupFunction<Signature>($0.functions[callback.rawValue])
    } set: { (me: GroupApp, function: GroupFunction<Signature>) in
      me.functions[callback.rawValue] = function.function
    }
  }

  private func start(_ region: CLRegion, _ accuracy: CLLocationAccuracy) throws {
    guard group.sortedRegions.count < 1_000_000 else {
      throw LuaMessage("1,000,000 regions are monitored already: stop monitoring some first")
    }
    try script.hold(region)
    let before = group.sortedRegions.count
    group.startMonitoring(region.monitored(desiredAccuracy: accuracy))
    script.environment.reserve(
      (group.sortedRegions.count - before) * (RegionMemory.region + region.identifier.utf8.count))
  }

  /// Who is in a region.
  ///
  /// - Errors: ``LuaMessage`` for a region that the group does not monitor.
  func occupancy(of region: RegionName) throws -> Occupancy {
    if let occupancy = group.occupancy(of: region.identifier) { return occupancy }
    throw group.unknownRegion(region)
  }

  /// - Errors: ``LuaMessage`` inside of a condition of `when`.
  func refuseInCondition(_ what: String) throws {
    guard !isJudging else {
      throw LuaMessage("\(what) is not for the condition of when: call it in its action")
    }
  }
}

extension DeviceGroup {
  func unknownRegion(_ region: RegionName) -> LuaMessage {
    let names = sortedRegions.map(\.identifier)
    return LuaMessage(
      "the group does not monitor region '\(region.identifier)'\(NearestName.advice(region.identifier, among: names)): "
        + "call startMonitoringForRegion first")
  }

  /// - Errors: ``LuaMessage`` for a name that resembles one of the group's regions; another may be a region to come.
  func refuseMisspelled(_ region: RegionName) throws {
    let names = sortedRegions.map(\.identifier)
    if NearestName.find(region.identifier, among: names) != nil { throw unknownRegion(region) }
  }
}

/// A region, or its identifier.
struct RegionName: LuaValue {
  static let luaType = "CLRegion|string"
  let identifier: String

  static func read(_ stack: LuaStack, _ index: Int32) throws -> RegionName {
    if LuaKind(stack, index) == .string { return RegionName(identifier: try String.read(stack, index)) }
    do { return RegionName(identifier: try CLRegion.read(stack, index).identifier) } catch {
      throw LuaMismatch(expected: "CLRegion or identifier", stack, index)
    }
  }

  func push(_ stack: LuaStack) { identifier.push(stack) }
}

/// `geoscript.app` and `geoscript.group`.
extension GeoscriptModule {
  static func declareGroups(_ m: LuaScope) {
    m.rawFunction(
      LuaCatalog.Function(
        "app", [.init("options", "{ per: string }")], result: "GroupApp",
        summary:
          "Says what one instance of the script stands for: a `device`, a `group` or the `run`. Must be the script's "
          + "first statement.")
    ) { [unowned machine = m.machine] stack in
      let script = try RunningScript.current(machine)
      guard script.isInFirstStatement else {
        throw LuaMessage(
          "geoscript.app is read before the script runs: write it once, as the first statement")
      }
      script.isInFirstStatement = false
      script.app.push(stack)
      return 1
    }
    m.module("group", "Questions about the devices of a group, for the conditions of `when`.") { m in
      func app(_ m: LuaScope) -> (() throws -> GroupApp) {
        { [unowned machine = m.machine] in
          guard let app = try RunningScript.current(machine).app else {
            throw LuaMessage("geoscript.group is for group scripts: write \(ScriptUnit.example) first")
          }
          return app
        }
      }
      let current = app(m)
      m.function("count", ["region"], .one, "Returns how many devices are known to be in a region.") {
        (region: RegionName) in try current().occupancy(of: region).inside.count
      }
      m.function("all", ["region"], .none, "Returns whether every device is known to be in a region.") {
        (region: RegionName) in
        let app = try current()
        return try app.occupancy(of: region).inside.count == app.group.members.count
      }
      m.function(
        "none", ["region"], .none, "Returns whether every device is known to be outside a region."
      ) {
        (region: RegionName) in
        let app = try current()
        return app.group.isEmpty(try app.occupancy(of: region))
      }
    }
  }
}
