import Geo

/// What a notification shows.
///
/// - Source: Apple's reference of `UNMutableNotificationContent`.
final class UNMutableNotificationContent {
  var title = ""
  var subtitle = ""
  var body = ""
  /// Becomes the further fields of the alert.
  var userInfo: [(name: String, value: JSONValue)] = []

  /// The alert: the subtitle stands before the body.
  fileprivate func fields(_ identifier: String) throws -> AlertFields {
    try AlertFields(
      title: title, body: [subtitle, body].filter { !$0.isEmpty }.joined(separator: "\n"),
      others: userInfo + [("notification", .string(identifier))])
  }
}

/// When a notification comes: after a time, once or again and again.
///
/// - Units: seconds.
final class UNTimeIntervalNotificationTrigger {
  let timeInterval: Double
  let repeats: Bool

  init(timeInterval: Double, repeats: Bool) {
    (self.timeInterval, self.repeats) = (timeInterval, repeats)
  }
}

/// A notification that a script asks for.
final class UNNotificationRequest {
  let identifier: String
  let content: UNMutableNotificationContent
  /// Nil for at once.
  let trigger: UNTimeIntervalNotificationTrigger?

  init(
    identifier: String, content: UNMutableNotificationContent, trigger: UNTimeIntervalNotificationTrigger?
  ) {
    (self.identifier, self.content, self.trigger) = (identifier, content, trigger)
  }
}

/// Brings notifications as alerts.
///
/// Owner: its script.
///
/// - Source: Apple's reference of `UNUserNotificationCenter`; LU-27.
final class UNUserNotificationCenter {
  private unowned let script: RunningScript
  private var pending: [(request: UNNotificationRequest, timer: DeviceTimer)] = []

  static let mostPending = 64

  init(_ script: RunningScript) { self.script = script }

  /// Brings a notification, or plans it in place of the one of its identifier.
  ///
  /// - Errors: ``LuaMessage`` for one without words, or too many.
  func add(_ request: UNNotificationRequest) throws {
    remove([request.identifier])
    let fields = try request.content.fields(request.identifier)
    guard let trigger = request.trigger else {
      _ = try script.raise(fields)
      return
    }
    guard pending.count < UNUserNotificationCenter.mostPending else {
      throw LuaRefusal.tooManyNotifications
    }
    let clock = script.device.clock
    let fire: () throws -> Void = { [weak self] in
      guard let self else { return }
      if !trigger.repeats { pending.removeAll { $0.request === request } }
      try script.bring(fields)
    }
    let timer =
      trigger.repeats ? clock.every(trigger.timeInterval, fire) : clock.after(trigger.timeInterval, fire)
    pending.append((request, timer))
  }

  /// The requests that have not come yet, in the order in which they were added.
  var pendingRequests: [UNNotificationRequest] { pending.map(\.request) }

  func remove(_ identifiers: [String]) {
    for entry in pending where identifiers.contains(entry.request.identifier) { entry.timer.cancel() }
    pending.removeAll { identifiers.contains($0.request.identifier) }
  }

  func removeAll() { remove(pending.map(\.request.identifier)) }
}
