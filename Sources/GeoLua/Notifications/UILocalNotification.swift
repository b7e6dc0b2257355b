import Geo
import LuaBridge

/// A notification in the form before iOS 10.
///
/// - Source: Apple's reference of `UILocalNotification`; LU-35.
final class UILocalNotification {
  var alertTitle: String?
  var alertBody: String?
  /// Nil for at once, or for a region.
  var fireDate: NSDate?
  var region: CLRegion?
  var regionTriggersOnce = true
  var userInfo: [(name: String, value: JSONValue)] = []

  /// The same as a request; it comes at once if its date is over.
  ///
  /// - Errors: ``LuaMessage`` for one without words, or with a date and a region.
  fileprivate func request(_ identifier: String, now: NSDate) throws -> UNNotificationRequest {
    let content = UNMutableNotificationContent()
    content.title = alertTitle ?? ""
    content.body = alertBody ?? ""
    content.userInfo = userInfo
    guard !content.title.isEmpty || !content.body.isEmpty else {
      throw LuaMessage("a notification needs words: set alertBody")
    }
    return UNNotificationRequest(
      identifier: identifier, content: content, trigger: try trigger(now: now), local: self)
  }

  private func trigger(now: NSDate) throws -> UNNotificationTrigger? {
    guard let region else {
      guard let wait = fireDate?.timeIntervalSince(now), wait > 0 else { return nil }
      return .time(UNTimeIntervalNotificationTrigger(timeInterval: wait, repeats: false))
    }
    guard fireDate == nil else {
      throw LuaMessage("a notification has either a region or a fireDate: set the other one to nil")
    }
    return .location(try UNLocationNotificationTrigger.make(region, !regionTriggersOnce))
  }
}

/// The app, as far as its notifications and its state go.
///
/// Owner: its script.
final class UIApplication {
  private unowned let script: RunningScript
  /// Numbers the notifications, so that the same ones of a later launch have the same identifiers.
  private var scheduledCount = 0

  init(_ script: RunningScript) { self.script = script }

  var state: AppState { script.device.appState }

  /// Brings a notification at once, whatever its date and region.
  func present(_ notification: UILocalNotification) throws {
    let now = script.device.now
    let request = try notification.request("local", now: now)
    try script.notifications.add(
      UNNotificationRequest(identifier: "local", content: request.content, trigger: nil))
  }

  /// Plans a notification, or brings it at once if nothing says when.
  func schedule(_ notification: UILocalNotification) throws {
    let request = try notification.request("local \(scheduledCount + 1)", now: script.device.now)
    scheduledCount += 1
    try script.notifications.add(request)
  }

  func cancel(_ notification: UILocalNotification) {
    script.notifications.remove(requests.filter { $0.local === notification }.map(\.identifier))
  }

  func cancelAll() { script.notifications.remove(requests.map(\.identifier)) }

  /// Those that have not come yet.
  var scheduled: [UILocalNotification] { requests.compactMap(\.local) }

  private var requests: [UNNotificationRequest] {
    script.notifications.pendingRequests.filter { $0.local != nil }
  }
}
