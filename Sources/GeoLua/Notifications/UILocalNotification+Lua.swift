import Geo
import LuaBridge

extension UILocalNotification: LuaObject {
  static func bind(_ c: LuaBinder<UILocalNotification>) {
    c.summary("A notification in the form before iOS 10; see `UNUserNotificationCenter` for the present one.")
    c.initializer { UILocalNotification() }
    c.property(
      "alertTitle", .none, "The title of the alert.", get: { $0.alertTitle },
      set: { $0.alertTitle = try $1.map(UNMutableNotificationContent.bounded) })
    c.property(
      "alertBody", .none, "The body of the alert.", get: { $0.alertBody },
      set: { $0.alertBody = try $1.map(UNMutableNotificationContent.bounded) })
    c.property(
      "fireDate", .none, "When it comes; nil for at once, or for a region.", get: { $0.fireDate },
      set: { $0.fireDate = $1 })
    c.property(
      "region", .none, "The region whose crossing brings it; nil for none.", get: { $0.region },
      set: { $0.region = $1 })
    c.property(
      "regionTriggersOnce", .none, "Whether only the first crossing brings it.",
      get: { $0.regionTriggersOnce }, set: { $0.regionTriggersOnce = $1 })
    c.property(
      "userInfo", .none, "A table whose fields the alert also gets.", get: { UserInfo(members: $0.userInfo) },
      set: { (me: UILocalNotification, info: UserInfo) in me.userInfo = info.members })
  }
}

extension UIApplication: LuaObject {
  static func bind(_ c: LuaBinder<UIApplication>) {
    c.summary("The app: its state, and notifications in the form before iOS 10.")
    let app: () throws -> UIApplication = { [unowned machine = c.machine] in
      try RunningScript.current(machine).application
    }
    c.classMethod("sharedApplication", .none, "Returns the app.") { try app() }
    c.classMethod("shared", .none, "Returns the app; the name in Swift.") { try app() }
    c.property("applicationState", .one, "Whether the app is in front, a `UIApplicationState…`.") {
      $0.state == .foreground ? 0 : 2
    }
    c.property("scheduledLocalNotifications", .none, "The notifications that have not come yet.") {
      $0.scheduled
    }
    c.method("presentLocalNotificationNow", ["notification"], "Raises an alert at once.") {
      (me: UIApplication, notification: UILocalNotification) in try me.present(notification)
    }
    c.method(
      "scheduleLocalNotification", ["notification"],
      "Raises an alert at its `fireDate` or when the device crosses its `region`."
    ) { (me: UIApplication, notification: UILocalNotification) in try me.schedule(notification) }
    c.method("cancelLocalNotification", ["notification"], "Forgets a notification that has not come yet.") {
      (me: UIApplication, notification: UILocalNotification) in me.cancel(notification)
    }
    c.method("cancelAllLocalNotifications", "Forgets all notifications that have not come yet.") {
      $0.cancelAll()
    }
  }

  static func declareConstants(_ g: LuaScope) {
    for (name, value, summary) in [
      ("Active", 0, "The app is in front."), ("Inactive", 1, "It is about to be in front; never so here."),
      ("Background", 2, "It is not in front."),
    ] {
      g.constant("UIApplicationState\(name)", Double(value), .one, summary)
    }
  }
}
