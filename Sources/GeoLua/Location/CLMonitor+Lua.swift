public import Geo
public import LuaBridge

extension CLMonitor: LuaObject {
  static func bind(_ c: LuaBinder<CLMonitor>) {
    c.summary(
      "A named set of conditions that the device watches; a task loops over their changes: `for event in "
        + "monitor:events() do … end`.")
    c.takesPlainNew()
    c.initializer(["name"]) { [unowned machine = c.machine] (name: String) in
      guard !name.isEmpty else { throw LuaMismatch("a name that is not empty expected") }
      guard !name.utf8.contains(0) else { throw LuaMismatch("a name without zero bytes expected") }
      return try CLMonitor(name, device: RunningScript.current(machine).device)
    }
    c.property("name", .none, "The name by which a later launch finds the monitor again.") { $0.name }
    c.property(
      "identifiers", .none, "The identifiers of its conditions, in the order in which they were added."
    ) { $0.identifiers }
    bindConditions(c)
    c.method(
      "events", [], .none,
      "Returns what a task loops over; each turn waits for the next change of a condition. Events wait while no "
        + "task asks, 1,000 at most."
    ) { [unowned machine = c.machine] (me: CLMonitor) in
      // The device's monitor outlives the script; this object does as long as the loop does.
      MonitorEvents(
        sequence: AwaitedSequence { [unowned machine] caller in
          try me.nextEvent(caller, RunningScript.current(machine))
        })
    }
    c.nested(
      "CircularGeographicCondition", CLCircularGeographicCondition.self, "The condition of being in a circle."
    )
    c.nested(
      "BeaconIdentityCondition", CLBeaconIdentityCondition.self, "The condition of being near a beacon.")
  }

  static func declareClasses(_ machine: LuaMachine) {
    machine.add(CLMonitor.self, name: "CLMonitor", swiftBytes: 64, CLMonitor.bind)
    machine.add(
      CLCircularGeographicCondition.self, name: "CLCircularGeographicCondition", swiftBytes: 48,
      CLCircularGeographicCondition.bind)
    machine.add(
      CLBeaconIdentityCondition.self, name: "CLBeaconIdentityCondition", swiftBytes: 96,
      CLBeaconIdentityCondition.bind)
    machine.add(CLMonitorEvent.self, name: "CLMonitorEvent", swiftBytes: 64, CLMonitorEvent.bind)
    machine.add(CLMonitorRecord.self, name: "CLMonitorRecord", swiftBytes: 160, CLMonitorRecord.bind)
  }

  private static func bindConditions(_ c: LuaBinder<CLMonitor>) {
    c.method(
      "add", ["condition", "identifier", "assuming"],
      "Watches a condition: a circle, or another region with its options. The first determination is an event if it "
        + "differs from `assuming`, `unknown` if left out. An equal condition keeps its state."
    ) {
      [unowned machine = c.machine]
      (me: CLMonitor, condition: MonitorCondition, identifier: String, state: AssumedState?) in
      guard !identifier.isEmpty else {
        throw LuaMessage("add: a condition needs an identifier that is not empty")
      }
      let script = try RunningScript.current(machine)
      script.heldConditions["\(me.name)\0\(identifier)"] = try script.chargeHost(
        MonitorCondition.bytes + 2 * identifier.utf8.count + condition.value.shapeBytes
          + (condition.value.region(named: identifier)?.makeObject().indexBytes ?? 0))
      me.add(condition.value, identifier: identifier, assuming: state?.value ?? .unknown)
    }
    c.method("remove", ["identifier"], "Stops watching a condition and forgets its events.") {
      [unowned machine = c.machine] (me: CLMonitor, identifier: String) in
      me.remove(identifier)
      try RunningScript.current(machine).heldConditions["\(me.name)\0\(identifier)"] = nil
    }
    c.method(
      "record", ["identifier"], .none,
      "Returns what is known of a condition; nil for an unknown identifier. While a loop handles an event, `lastEvent` "
        + "is the one before it."
    ) { (me: CLMonitor, identifier: String) in me.record(for: identifier) }
    c.alias("addConditionForMonitoring_identifier", of: "add")
    c.alias("addConditionForMonitoring_identifier_assumedState", of: "add")
    c.alias("removeConditionFromMonitoringWithIdentifier", of: "remove")
    c.alias("monitoringRecordForIdentifier", of: "record")
    c.alias("monitoredIdentifiers", of: "identifiers")
  }

  private func nextEvent(_ caller: LuaCaller, _ script: RunningScript) throws -> LuaSuspension {
    let tasks = script.tasks
    return try tasks.suspension(caller, "monitor:events()") { task in
      guard receiver == nil else {
        throw LuaMessage("another task waits for the events of monitor '\(name)': one loop takes them all")
      }
      if let event = nextEvent() {
        tasks.resume(task, with: [event])
        return nil
      }
      receiver = { [weak tasks, weak task] event in
        if let task { tasks?.resume(task, with: [event]) }
      }
      return { [self] in receiver = nil }
    }
  }

  static func declareConstants(_ g: LuaScope) {
    let states: [(String, CLMonitoringState, String)] = [
      ("CLMonitoringStateUnknown", .unknown, "No fix has decided yet."),
      ("CLMonitoringStateSatisfied", .satisfied, "The condition holds."),
      ("CLMonitoringStateUnsatisfied", .unsatisfied, "The condition does not hold."),
      ("CLMonitoringStateUnmonitored", .unmonitored, "The device cannot watch the condition."),
    ]
    for (name, state, summary) in states { g.constant(name, state.rawValue, summary) }
  }
}

extension CLCircularGeographicCondition: LuaObject {
  static func bind(_ c: LuaBinder<CLCircularGeographicCondition>) {
    c.summary("The condition of being in a circle; also `CLMonitor.CircularGeographicCondition`.")
    c.initializer(["center", "radius"]) { (center: CLLocationCoordinate2D, radius: Number) in
      guard CLLocationCoordinate2DIsValid(center) else {
        throw LuaMismatch(
          "a place on the earth expected, got latitude \(center.latitude), longitude \(center.longitude)")
      }
      guard radius.value > 0, radius.value.isFinite else {
        throw LuaMismatch("a radius above 0 m expected, got \(radius.value)")
      }
      return CLCircularGeographicCondition(center: center, radius: radius.value)
    }
    c.property("center", .none, "The center of the circle.") { $0.center }
    c.property("radius", .meters, "The radius of the circle.") { $0.radius }
  }
}

extension CLBeaconIdentityCondition: LuaObject {
  static func bind(_ c: LuaBinder<CLBeaconIdentityCondition>) {
    c.summary("The condition of being near a beacon; also `CLMonitor.BeaconIdentityCondition`.")
    c.initializer(["uuid", "major", "minor"]) { (uuid: String, major: Int?, minor: Int?) in
      guard let identity = CLBeaconIdentity(uuid: uuid, major: major, minor: minor) else {
        throw LuaMessage(
          "CLBeaconIdentityCondition: a UUID such as E2C56DB5-DFFB-48D2-B060-D0F5A71096E0 expected, then a major and a "
            + "minor of 0 to 65535 or nothing; got '\(uuid)', \(major.map(String.init) ?? "nil"), "
            + "\(minor.map(String.init) ?? "nil")")
      }
      return CLBeaconIdentityCondition(identity)
    }
    c.property("uuid", .none, "The UUID of the beacons, in capitals.") { $0.identity.uuid }
    c.property("major", .one, "Their major number; nil for any.") { $0.identity.major }
    c.property("minor", .one, "Their minor number; nil for any.") { $0.identity.minor }
    c.alias("UUID", of: "uuid")
  }
}

extension CLMonitorEvent: LuaObject {
  static func bind(_ c: LuaBinder<CLMonitorEvent>) {
    c.summary("A change of the state of a monitor's condition.")
    c.property("identifier", .none, "The identifier of the condition.") { $0.identifier }
    c.property("state", .none, "`satisfied`, `unsatisfied`, `unknown` or `unmonitored`.") {
      $0.state.rawValue
    }
    c.property("date", .none, "When the fix that decided was measured, or a delay of the condition ended.") {
      NSDate(timeIntervalSince1970: $0.date)
    }
    c.property(
      "conditionLimitExceeded", .none, "Whether the device watches as many regions and conditions as it can."
    ) { $0.obstacle == .conditionLimitExceeded }
    c.property("conditionUnsupported", .none, "Whether the device cannot watch such a condition.") {
      $0.obstacle == .conditionUnsupported
    }
    c.property(
      "refinement", .none,
      "Which beacon satisfies a condition of several; always nil: geoscript does not say."
    ) { _ in MonitorCondition?.none }
    for (name, why) in [
      ("accuracyLimited", "geoscript delivers what its source measured"),
      ("insufficientlyInUse", "events wait until the app runs"),
      ("persistenceUnavailable", "the device keeps each monitor"),
      ("serviceSessionRequired", "monitors ask for authorization themselves"),
    ] {
      c.property(name, .none, "Always false: \(why).") { _ in false }
    }
    c.operation("__tostring") { stack in
      let event = try CLMonitorEvent.read(stack, 1)
      "CLMonitorEvent (identifier:'\(event.identifier)', state:\(event.state.rawValue))".push(stack)
      return 1
    }
  }
}

extension CLMonitorRecord: LuaObject {
  static func bind(_ c: LuaBinder<CLMonitorRecord>) {
    c.summary("What a monitor knows of one of its conditions.")
    c.property("condition", .none, "The condition.") {
      MonitorCondition(value: $0.condition, identifier: $0.lastEvent.identifier)
    }
    c.property("lastEvent", .none, "The newest event; before the first, one with the assumed state.") {
      $0.lastEvent
    }
  }
}

/// A condition as scripts pass it.
struct MonitorCondition: LuaValue {
  static var luaType: String { "CLCircularGeographicCondition|CLBeaconIdentityCondition|CLRegion" }
  /// Approximate bytes of a condition besides its identifier.
  static let bytes = 400

  let value: CLCondition

  /// The name of its region where a script gets it.
  var identifier = ""

  static func read(_ stack: LuaStack, _ index: Int32) throws -> MonitorCondition {
    if let circle = try? CLCircularGeographicCondition.read(stack, index) {
      return MonitorCondition(value: CLCondition(center: circle.center, radius: circle.radius))
    }
    if let beacon = try? CLBeaconIdentityCondition.read(stack, index) {
      return MonitorCondition(value: CLCondition(beacon.identity))
    }
    if let beacon = try? CLBeaconIdentityConstraint.read(stack, index) {
      return MonitorCondition(value: CLCondition(beacon.identity))
    }
    guard let region = try? CLRegion.read(stack, index) else {
      let conditions = "CLMonitor.CircularGeographicCondition, CLMonitor.BeaconIdentityCondition or CLRegion"
      throw LuaMismatch(expected: conditions, stack, index)
    }
    if let beacon = region as? CLBeaconRegion { return MonitorCondition(value: CLCondition(beacon.identity)) }
    if let flaw = region.options.flaw { throw LuaMismatch("region '\(region.identifier)' \(flaw)") }
    return MonitorCondition(value: CLCondition(region))
  }

  func push(_ stack: LuaStack) {
    if let beacon = value.beacon {
      CLBeaconIdentityCondition(beacon).push(stack)
    } else if let region = value.region(named: identifier) {
      guard value.isCircle else { return region.makeObject().push(stack) }
      CLCircularGeographicCondition(center: region.center, radius: region.radius).push(stack)
    }
  }
}

/// The name of a state.
struct AssumedState: LuaValue {
  static var luaType: String { "string" }
  let value: CLMonitoringState

  static func read(_ stack: LuaStack, _ index: Int32) throws -> AssumedState {
    AssumedState(value: try luaCase(stack, index, "state"))
  }

  func push(_ stack: LuaStack) { value.rawValue.push(stack) }
}

/// What `events()` returns.
struct MonitorEvents: LuaValue {
  static var luaType: String { "fun(): CLMonitorEvent" }
  let sequence: AwaitedSequence

  static func read(_ stack: LuaStack, _ index: Int32) throws -> MonitorEvents {
    MonitorEvents(sequence: try AwaitedSequence.read(stack, index))
  }

  func push(_ stack: LuaStack) { sequence.push(stack) }
}
