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

/// When a notification comes: as the device enters or leaves a region, once or each time.
///
/// - Source: Apple's reference of `UNLocationNotificationTrigger`; LU-32.
final class UNLocationNotificationTrigger {
  let region: CLRegion
  let repeats: Bool

  init(region: CLRegion, repeats: Bool) { (self.region, self.repeats) = (region, repeats) }
}

/// Either of the triggers.
enum UNNotificationTrigger {
  case time(UNTimeIntervalNotificationTrigger)
  case location(UNLocationNotificationTrigger)

  var repeats: Bool {
    switch self {
    case .time(let trigger): trigger.repeats
    case .location(let trigger): trigger.repeats
    }
  }
}

/// A notification that a script asks for.
final class UNNotificationRequest {
  let identifier: String
  let content: UNMutableNotificationContent
  /// Nil for at once.
  let trigger: UNNotificationTrigger?
  /// What it was made of, in the form before iOS 10.
  let local: UILocalNotification?

  init(
    identifier: String, content: UNMutableNotificationContent, trigger: UNNotificationTrigger?,
    local: UILocalNotification? = nil
  ) {
    (self.identifier, self.content, self.trigger, self.local) = (identifier, content, trigger, local)
  }
}

/// Brings notifications as alerts.
///
/// Owner: its script.
///
/// - Source: Apple's reference of `UNUserNotificationCenter`; LU-27, LU-32.
final class UNUserNotificationCenter {
  private struct Pending {
    let request: UNNotificationRequest
    /// As the content was when it was added.
    let fields: AlertFields
    /// Nil for one that waits for a region.
    var timer: DeviceTimer?
    /// What the script pays for a region.
    var memory: HostMemory?
  }

  private unowned let script: RunningScript
  private var pending: [Pending] = []
  /// Made for the first trigger of a region.
  private var regions: NotificationRegions?

  static let mostPending = 64

  init(_ script: RunningScript) { self.script = script }

  /// Brings a notification, or plans it in place of the one of its identifier.
  ///
  /// - Errors: ``LuaMessage`` for one without words, or too many.
  func add(_ request: UNNotificationRequest) throws {
    let fields = try request.content.fields(request.identifier)
    guard case .location(let trigger)? = request.trigger else {
      remove([request.identifier])
      return try add(request, fields)
    }
    // The region of an earlier request of that name keeps its state if it is the same.
    pending.removeAll { entry in
      guard entry.request.identifier == request.identifier else { return false }
      entry.timer?.cancel()
      return true
    }
    try requireRoom()
    let memory = try script.chargeHost(400 + 2 * request.identifier.utf8.count + trigger.region.indexBytes)
    let regions = try madeRegions()
    pending.append(Pending(request: request, fields: fields, memory: memory))
    regions.watch(trigger.region, identifier: request.identifier)
  }

  private func add(_ request: UNNotificationRequest, _ fields: AlertFields) throws {
    guard case .time(let trigger)? = request.trigger else {
      _ = try script.raise(fields)
      return
    }
    try requireRoom()
    let clock = script.device.clock
    let fire: () throws -> Void = { [weak self] in
      guard let self else { return }
      if !trigger.repeats { pending.removeAll { $0.request === request } }
      try script.bring(fields)
    }
    let timer =
      trigger.repeats ? clock.every(trigger.timeInterval, fire) : clock.after(trigger.timeInterval, fire)
    pending.append(Pending(request: request, fields: fields, timer: timer))
  }

  private func requireRoom() throws {
    guard pending.count < UNUserNotificationCenter.mostPending else {
      throw LuaRefusal.tooManyNotifications
    }
  }

  private func madeRegions() throws -> NotificationRegions {
    if let regions { return regions }
    let made = try NotificationRegions(script.device) { [weak self] in try self?.cross($0) }
    regions = made
    return made
  }

  /// Brings the notification whose region the device has crossed.
  private func cross(_ identifier: String) throws {
    guard let entry = pending.first(where: { $0.request.identifier == identifier && $0.timer == nil }) else {
      return
    }
    if entry.request.trigger?.repeats != true { remove([identifier]) }
    _ = try script.raise(entry.fields)
  }

  /// The requests that have not come yet, in the order in which they were added.
  var pendingRequests: [UNNotificationRequest] { pending.map(\.request) }

  func remove(_ identifiers: [String]) {
    for entry in pending where identifiers.contains(entry.request.identifier) {
      entry.timer?.cancel()
      if entry.timer == nil { regions?.forget(entry.request.identifier) }
    }
    pending.removeAll { identifiers.contains($0.request.identifier) }
  }

  func removeAll() { remove(pending.map(\.request.identifier)) }
}
