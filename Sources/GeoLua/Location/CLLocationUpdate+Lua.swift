public import Geo
public import LuaBridge

extension CLLocationUpdate: LuaObject {
  static func bind(_ c: LuaBinder<CLLocationUpdate>) {
    c.summary("One of the live updates: where the device is, or why that is not known.")
    c.classLoop(
      "liveUpdates", ["configuration"], result: "fun(): CLLocationUpdate",
      "Returns what a task loops over: each turn waits for the next update, and the updates end with the loop. "
        + "`configuration` is `default`, `automotiveNavigation`, `otherNavigation`, `fitness` or `airborne`."
    ) { [unowned machine = c.machine] (configuration: LiveConfiguration?) -> AwaitedSequence in
      let device = try RunningScript.current(machine).device
      let updates = CLLiveUpdates(configuration?.value ?? .default, device: device)
      return AwaitedSequence { [unowned machine] in
        try updates.next($0, RunningScript.current(machine))
      } stop: {
        updates.stop()
      }
    }
    c.property("location", .none, "The newest location, or nil.") { $0.location }
    c.property("isStationary", .none, "Whether the device rests, by the rule of automatic pauses.") {
      $0.isStationary
    }
    c.property("stationary", .none, "The later name of `isStationary`.") { $0.isStationary }
    c.property("locationUnavailable", .none, "Whether the receiver finds no position at present.") {
      $0.locationUnavailable
    }
    c.property("authorizationDenied", .none, "Whether the user has denied the app its location.") {
      $0.authorizationDenied
    }
    c.property("authorizationDeniedGlobally", .none, "Whether location services are off for all apps.") {
      $0.authorizationDeniedGlobally
    }
    c.property("authorizationRestricted", .none, "Whether a restriction denies the app its location.") {
      $0.authorizationRestricted
    }
    c.property("authorizationRequestInProgress", .none, "Whether the user is being asked.") {
      $0.authorizationRequestInProgress
    }
    c.property("accuracyLimited", .none, "Always false: geoscript delivers what its source measured.") { _ in
      false
    }
    c.property(
      "insufficientlyInUse", .none, "Always false: updates of a suspended app wait until it runs again."
    ) { _ in false }
    c.property("serviceSessionRequired", .none, "Always false: updates ask for authorization themselves.") {
      _ in
      false
    }
  }

  static func declareConstants(_ g: LuaScope) {
    for configuration in CLLiveUpdates.Configuration.allCases {
      g.constant(
        "CLLiveUpdateConfiguration\(capitalized(configuration.rawValue))", configuration.rawValue,
        "A configuration of `liveUpdates`.")
    }
    for authorization in CLServiceSession.Authorization.allCases {
      g.constant(
        "CLServiceSessionAuthorizationRequirement\(capitalized(authorization.rawValue))",
        authorization.rawValue, "What a `CLServiceSession` asks for.")
    }
  }

  private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

  static func declareClasses(_ machine: LuaMachine) {
    machine.add(CLLocationUpdate.self, name: "CLLocationUpdate", swiftBytes: 96, CLLocationUpdate.bind)
    machine.add(CLServiceSession.self, name: "CLServiceSession", swiftBytes: 32, CLServiceSession.bind)
    machine.add(
      CLBackgroundActivitySession.self, name: "CLBackgroundActivitySession", swiftBytes: 48,
      CLBackgroundActivitySession.bind)
  }
}

extension CLLiveUpdates {
  fileprivate func next(_ caller: LuaCaller, _ script: RunningScript) throws -> LuaSuspension {
    let tasks = script.tasks
    return try tasks.suspension(caller, "CLLocationUpdate.liveUpdates") { task in
      guard receiver == nil else {
        throw LuaMessage("another task waits for these updates: call liveUpdates in each of them")
      }
      start()
      if let update = take() {
        tasks.resume(task, with: [update])
        return nil
      }
      receiver = { [weak tasks, weak task] update in
        if let task { tasks?.resume(task, with: [update]) }
      }
      return { [self] in receiver = nil }
    }
  }
}

extension CLServiceSession: LuaObject {
  static func bind(_ c: LuaBinder<CLServiceSession>) {
    c.summary("Asks for authorization when it is made; updates and monitors also ask by themselves.")
    c.initializer(["authorization"]) { [unowned machine = c.machine] (authorization: SessionAuthorization) in
      CLServiceSession(authorization.value, device: try RunningScript.current(machine).device)
    }
    c.classMethod(
      "sessionRequiringAuthorization", ["authorization"], .none, "Returns a session; the Objective-C form."
    ) { [unowned machine = c.machine] (authorization: SessionAuthorization) in
      CLServiceSession(authorization.value, device: try RunningScript.current(machine).device)
    }
    c.property("authorization", .none, "What it asked for: `none`, `whenInUse` or `always`.") {
      $0.authorization.rawValue
    }
    c.property("isValid", .none, "Whether it has not been invalidated.") { $0.isValid }
    c.method("invalidate", "Ends the session; the authorization stays.") { $0.invalidate() }
  }
}

extension CLBackgroundActivitySession: LuaObject {
  static func bind(_ c: LuaBinder<CLBackgroundActivitySession>) {
    c.summary(
      "Keeps an app whose updates run awake in the background, until it is invalidated or the app ends.")
    c.initializer { [unowned machine = c.machine] in
      CLBackgroundActivitySession(device: try RunningScript.current(machine).device)
    }
    c.classMethod("backgroundActivitySession", .none, "Returns a session; the Objective-C form.") {
      [unowned machine = c.machine] in
      CLBackgroundActivitySession(device: try RunningScript.current(machine).device)
    }
    c.property("isValid", .none, "Whether it has not been invalidated.") { $0.isValid }
    c.method("invalidate", "Ends the session: the app is suspended in the background as before.") {
      $0.invalidate()
    }
  }
}

/// The name of a configuration.
struct LiveConfiguration: LuaValue {
  static var luaType: String { "string" }
  let value: CLLiveUpdates.Configuration

  static func read(_ stack: LuaStack, _ index: Int32) throws -> LiveConfiguration {
    LiveConfiguration(value: try luaCase(stack, index, "configuration"))
  }

  func push(_ stack: LuaStack) { value.rawValue.push(stack) }
}

/// The name of an authorization.
struct SessionAuthorization: LuaValue {
  static var luaType: String { "string" }
  let value: CLServiceSession.Authorization

  static func read(_ stack: LuaStack, _ index: Int32) throws -> SessionAuthorization {
    SessionAuthorization(value: try luaCase(stack, index, "authorization"))
  }

  func push(_ stack: LuaStack) { value.rawValue.push(stack) }
}

/// Reads the case of an enumeration by its name.
///
/// - Errors: ``LuaMismatch`` with all names.
func luaCase<Value: RawRepresentable<String> & CaseIterable>(
  _ stack: LuaStack, _ index: Int32, _ what: String
) throws -> Value {
  let name = try String.read(stack, index)
  guard let value = Value(rawValue: name) else {
    let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
    throw LuaMismatch("\(what) expected: \(names); got '\(name)'")
  }
  return value
}
