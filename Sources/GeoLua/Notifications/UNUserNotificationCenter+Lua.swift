import Geo
import LuaBridge

/// Why the center refuses a request.
enum LuaRefusal {
  static let tooManyNotifications = LuaMessage(
    "UNUserNotificationCenter: \(UNUserNotificationCenter.mostPending) notifications are pending: remove some first"
  )
}

/// The classes of notifications.
enum Notifications {
  static func declareClasses(_ machine: LuaMachine) {
    machine.add(
      UNMutableNotificationContent.self, name: "UNMutableNotificationContent", swiftBytes: 112,
      UNMutableNotificationContent.bind)
    machine.add(
      UNTimeIntervalNotificationTrigger.self, name: "UNTimeIntervalNotificationTrigger", swiftBytes: 32,
      UNTimeIntervalNotificationTrigger.bind)
    machine.add(
      UNLocationNotificationTrigger.self, name: "UNLocationNotificationTrigger", swiftBytes: 32,
      UNLocationNotificationTrigger.bind)
    machine.add(
      UNNotificationRequest.self, name: "UNNotificationRequest", swiftBytes: 64, UNNotificationRequest.bind)
    machine.add(
      UNNotificationSettings.self, name: "UNNotificationSettings", swiftBytes: 16,
      UNNotificationSettings.bind)
    machine.add(
      UNUserNotificationCenter.self, name: "UNUserNotificationCenter", swiftBytes: 48,
      UNUserNotificationCenter.bind)
    machine.add(
      UILocalNotification.self, name: "UILocalNotification", swiftBytes: 128, UILocalNotification.bind)
    machine.add(UIApplication.self, name: "UIApplication", swiftBytes: 32, UIApplication.bind)
  }
}

extension UNMutableNotificationContent: LuaObject {
  static func bind(_ c: LuaBinder<UNMutableNotificationContent>) {
    c.summary("What a notification shows.")
    c.initializer { UNMutableNotificationContent() }
    c.property(
      "title", .none, "The title of the alert.", get: { $0.title }, set: { $0.title = try bounded($1) })
    c.property(
      "subtitle", .none, "A line before the body.", get: { $0.subtitle },
      set: { $0.subtitle = try bounded($1) })
    c.property("body", .none, "The body of the alert.", get: { $0.body }, set: { $0.body = try bounded($1) })
    c.property(
      "userInfo", .none, "A table whose fields the alert also gets.", get: { UserInfo(members: $0.userInfo) },
      set: { (me: UNMutableNotificationContent, info: UserInfo) in me.userInfo = info.members })
  }

  static func bounded(_ text: String) throws -> String {
    guard text.utf8.count <= 1 << 16 else { throw LuaMismatch("a text of at most 65,536 bytes expected") }
    return text
  }
}

extension UNTimeIntervalNotificationTrigger: LuaObject {
  static func bind(_ c: LuaBinder<UNTimeIntervalNotificationTrigger>) {
    c.summary("Brings a notification after a time on the device's clock.")
    c.initializer(["timeInterval", "repeats"]) { (interval: Number, repeats: Bool?) in
      try make(interval, repeats)
    }
    c.classMethod(
      "triggerWithTimeInterval", ["timeInterval", "repeats"], .none,
      "Returns a trigger; the Objective-C form."
    ) { (interval: Number, repeats: Bool?) in try make(interval, repeats) }
    c.alias("triggerWithTimeInterval_repeats", of: "triggerWithTimeInterval")
    c.property("timeInterval", .seconds, "The time until the notification.") { $0.timeInterval }
    c.property("repeats", .none, "Whether it comes again and again.") { $0.repeats }
  }

  private static func make(_ interval: Number, _ repeats: Bool?) throws -> UNTimeIntervalNotificationTrigger {
    guard interval.value > 0, interval.value.isFinite else {
      throw LuaMismatch("a time interval above 0 s expected, got \(interval.value)")
    }
    guard repeats != true || interval.value >= 60 else {
      throw LuaMismatch("a time interval of at least 60 s expected of a trigger that repeats")
    }
    return UNTimeIntervalNotificationTrigger(timeInterval: interval.value, repeats: repeats ?? false)
  }
}

extension UNLocationNotificationTrigger: LuaObject {
  static func bind(_ c: LuaBinder<UNLocationNotificationTrigger>) {
    c.summary(
      "Brings a notification when the device enters or leaves a region; the region's `notifyOnEntry` and "
        + "`notifyOnExit` say which.")
    c.initializer(["region", "repeats"]) { (region: CLRegion, repeats: Bool?) in try make(region, repeats) }
    c.classMethod(
      "triggerWithRegion", ["region", "repeats"], .none, "Returns a trigger; the Objective-C form."
    ) { (region: CLRegion, repeats: Bool?) in try make(region, repeats) }
    c.alias("triggerWithRegion_repeats", of: "triggerWithRegion")
    c.property("region", .none, "The region.") { $0.region }
    c.property("repeats", .none, "Whether it comes at each crossing; otherwise only at the first.") {
      $0.repeats
    }
  }

  static func make(_ region: CLRegion, _ repeats: Bool?) throws -> UNLocationNotificationTrigger {
    if region is ProximityRegion {
      throw LuaMismatch("a region with its own place, or a CLBeaconRegion, expected")
    }
    if let flaw = region.options.flaw { throw LuaMismatch("region '\(region.identifier)' \(flaw)") }
    return UNLocationNotificationTrigger(region: region, repeats: repeats ?? false)
  }
}

/// A trigger as a script gives it.
extension UNNotificationTrigger: LuaValue {
  static var luaType: String { "UNTimeIntervalNotificationTrigger|UNLocationNotificationTrigger" }

  static func read(_ stack: LuaStack, _ index: Int32) throws -> UNNotificationTrigger {
    if let trigger = try? UNTimeIntervalNotificationTrigger.read(stack, index) { return .time(trigger) }
    if let trigger = try? UNLocationNotificationTrigger.read(stack, index) { return .location(trigger) }
    throw LuaMismatch(
      expected: "UNTimeIntervalNotificationTrigger or UNLocationNotificationTrigger", stack, index)
  }

  func push(_ stack: LuaStack) {
    switch self {
    case .time(let trigger): trigger.push(stack)
    case .location(let trigger): trigger.push(stack)
    }
  }
}

extension UNNotificationRequest: LuaObject {
  static func bind(_ c: LuaBinder<UNNotificationRequest>) {
    c.summary("A notification to bring: what it shows, and when.")
    c.initializer(["identifier", "content", "trigger"]) {
      (identifier: String, content: UNMutableNotificationContent, trigger: UNNotificationTrigger?) in
      UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
    }
    c.classMethod(
      "requestWithIdentifier", ["identifier", "content", "trigger"], .none,
      "Returns a request; the Objective-C form."
    ) { (identifier: String, content: UNMutableNotificationContent, trigger: UNNotificationTrigger?) in
      UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
    }
    c.alias("requestWithIdentifier_content_trigger", of: "requestWithIdentifier")
    c.property("identifier", .none, "Its name; a request of the same name replaces it.") { $0.identifier }
    c.property("content", .none, "What it shows.") { $0.content }
    c.property("trigger", .none, "When it comes; nil for at once.") { $0.trigger }
  }
}

extension UNUserNotificationCenter: LuaObject {
  static func bind(_ c: LuaBinder<UNUserNotificationCenter>) {
    c.summary("Brings notifications as alerts; see `geoscript.alert`.")
    let center: () throws -> UNUserNotificationCenter = { [unowned machine = c.machine] in
      try RunningScript.current(machine).notifications
    }
    c.classMethod("currentNotificationCenter", .none, "Returns the center of the app.") { try center() }
    c.classMethod("current", .none, "Returns the center of the app; the name in Swift.") { try center() }
    c.method(
      "requestAuthorizationWithOptions", ["options", "handler"],
      "Calls `handler(granted, error)`: alerts are always allowed."
    ) { (_: UNUserNotificationCenter, _: LuaAny, handler: LuaFunction?) in
      try handler?.call(true, NSError?.none)
    }
    c.alias("requestAuthorization", of: "requestAuthorizationWithOptions")
    c.alias("requestAuthorizationWithOptions_completionHandler", of: "requestAuthorizationWithOptions")
    c.method(
      "addNotificationRequest", ["request", "handler"],
      "Raises an alert, at once or when its trigger says so; `handler(error)` is called with nil."
    ) { (me: UNUserNotificationCenter, request: UNNotificationRequest, handler: LuaFunction?) in
      try me.add(request)
      try handler?.call(NSError?.none)
    }
    c.alias("add", of: "addNotificationRequest")
    c.alias("addNotificationRequest_withCompletionHandler", of: "addNotificationRequest")
    c.method(
      "getPendingNotificationRequestsWithCompletionHandler", ["handler"],
      "Calls `handler(requests)` at once with the requests that have not come yet."
    ) { (me: UNUserNotificationCenter, handler: LuaFunction) in try handler.call(me.pendingRequests) }
    c.alias("getPendingNotificationRequests", of: "getPendingNotificationRequestsWithCompletionHandler")
    c.method(
      "getNotificationSettingsWithCompletionHandler", ["handler"],
      "Calls `handler(settings)` at once: alerts are always allowed."
    ) { (_: UNUserNotificationCenter, handler: LuaFunction) in try handler.call(UNNotificationSettings()) }
    c.method("notificationSettings", [], .none, "Returns what is allowed; the Swift form.") {
      (_: UNUserNotificationCenter) in UNNotificationSettings()
    }
    c.alias("getNotificationSettings", of: "getNotificationSettingsWithCompletionHandler")
    c.property("pendingNotificationRequests", .none, "The requests that have not come yet.") {
      $0.pendingRequests
    }
    c.method(
      "removePendingNotificationRequestsWithIdentifiers", ["identifiers"],
      "Forgets requests that have not come yet."
    ) { (me: UNUserNotificationCenter, identifiers: [String]) in me.remove(identifiers) }
    c.method("removeAllPendingNotificationRequests", "Forgets all requests that have not come yet.") {
      $0.removeAll()
    }
  }
}

/// A table whose fields an alert gets.
struct UserInfo: LuaValue {
  static var luaType: String { "table" }
  let members: [(name: String, value: JSONValue)]

  static func read(_ stack: LuaStack, _ index: Int32) throws -> UserInfo {
    guard case .object(let members) = try ScriptJSON.value(stack, index) else {
      throw LuaMismatch("a table with names expected: { vehicle = \"7\" }")
    }
    for member in members where AlertFields.reserved.contains(member.name) {
      throw LuaMismatch("a name that alerts do not have expected, got '\(member.name)'")
    }
    return UserInfo(members: members)
  }

  func push(_ stack: LuaStack) { ScriptJSON.push(.object(members), stack) }
}
