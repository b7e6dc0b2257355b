public import Geo
import GeoLua

/// The alerts that one audience does not get yet: those of quiet hours, and those that are joined into one message.
///
/// A state machine on the alerts' own times. Windows close when the time of the whole input has passed them, so that
/// the messages depend neither on the number of workers nor on when checkpoints are made.
///
/// - Source: AL-8, AL-9, AL-15.
public struct AlertWindow: Sendable {
  public struct Rule: Sendable {
    public var quiet: QuietHours?
    /// Seconds from the first alert of a group to its end; nil for no groups.
    public var group: TimeInterval?
    /// The zone of the times in messages.
    public var zone = TimeZoneRules.utc

    public init() {}

    package var isActive: Bool { quiet != nil || group != nil }
  }

  /// The repeats of one alert.
  struct Repeats: Sendable, Hashable {
    var device: String
    var title: String
    var count: Int
  }

  private let rule: Rule
  private(set) var quiet: [PendingAlert] = []
  /// The repeats that came in the quiet hours, which are only counted.
  private(set) var repeats: [Repeats] = []
  private var quietEnd = TimeInterval.infinity
  private(set) var group: [PendingAlert] = []
  private var groupEnd = TimeInterval.infinity
  private var quietRoom = HeldRoom()
  private var groupRoom = HeldRoom()
  /// What became of alerts beyond the room.
  private(set) var tally = HeldRoom.Tally()

  /// The most alerts that a digest or a group lists; it counts the others.
  static let listed = 500

  init(_ rule: Rule) { self.rule = rule }

  var isEmpty: Bool { quiet.isEmpty && repeats.isEmpty && group.isEmpty }

  /// When the first window ends; infinity if nothing waits.
  var nextEnd: TimeInterval { min(quietEnd, groupEnd) }

  /// Takes the next alert in the order of their times; returns the messages to send before it, and itself if it does
  /// not wait.
  mutating func take(_ alert: PendingAlert) -> [PendingAlert] {
    let messages = advance(to: alert.time)
    if alert.priority < .high, let end = rule.quiet?.end(around: alert.time) {
      quietEnd = min(quietEnd, end)
      if alert.isRepeat { count(alert) } else { quiet.append(quietRoom.keep(alert, &tally)) }
      guard quietRoom.isFull() else { return messages }
      tally.early += 1
      quietEnd = alert.time
      return messages + closeQuiet()
    }
    guard let length = rule.group else { return messages + [alert] }
    if group.isEmpty { groupEnd = alert.time + length }
    group.append(groupRoom.keep(alert, &tally))
    guard groupRoom.isFull() else { return messages }
    tally.early += 1
    return messages + closeGroup()
  }

  private mutating func count(_ alert: PendingAlert) {
    let title = alert.title.beginning(HeldRoom.title)
    if let index = repeats.firstIndex(where: { $0.device == alert.origin && $0.title == title }) {
      repeats[index].count += 1
    } else {
      let new = Repeats(device: alert.origin, title: title, count: 1)
      repeats.append(new)
      quietRoom.add(new.size)
    }
  }

  /// Closes the windows that end by `time`.
  mutating func advance(to time: TimeInterval) -> [PendingAlert] {
    var messages: [PendingAlert] = []
    if groupEnd <= quietEnd, groupEnd <= time { messages += closeGroup() }
    if quietEnd <= time { messages += closeQuiet() }
    if groupEnd <= time { messages += closeGroup() }
    return messages
  }

  /// Sends everything, because no later time will come.
  mutating func close() -> [PendingAlert] { advance(to: .infinity) }

  private mutating func closeQuiet() -> [PendingAlert] {
    defer { (quiet, repeats, quietEnd, quietRoom) = ([], [], .infinity, HeldRoom()) }
    guard !quiet.isEmpty || !repeats.isEmpty, quietEnd < .infinity, let hours = rule.quiet else { return [] }
    let digest = AlertDigest(quiet, repeats: repeats, zone: hours.zone)
    return [digest.message(title: "\(digest.subject), \(hours.text)", at: quietEnd, kind: "quiet-hours")]
  }

  private mutating func closeGroup() -> [PendingAlert] {
    defer { (group, groupEnd, groupRoom) = ([], .infinity, HeldRoom()) }
    guard group.count > 1, let first = group.first else { return group }
    let digest = AlertDigest(group, repeats: [], zone: rule.zone)
    return [digest.message(title: digest.subject, at: first.time, kind: "group")]
  }
}

// MARK: Keeping

extension AlertWindow {
  /// What waits, as JSON for the state directory.
  var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("quiet", .array(quiet.map(\.json))), ("repeats", .array(repeats.map(\.json))),
      ("group", .array(group.map(\.json))),
    ]
    // JSON has no infinity.
    if quietEnd < .infinity { members.append(("quietEnd", .number(quietEnd))) }
    if groupEnd < .infinity { members.append(("groupEnd", .number(groupEnd))) }
    return .object(members)
  }

  /// Continues what an earlier run kept; returns what need not wait any more, because the options have changed.
  mutating func restore(_ json: JSONValue) -> [PendingAlert] {
    func alerts(_ name: String) -> [PendingAlert] {
      guard case .array(let kept)? = json[name] else { return [] }
      return kept.compactMap(PendingAlert.init(json:))
    }
    var messages: [PendingAlert] = []
    if rule.quiet != nil, let end = json["quietEnd"]?.seconds {
      (quiet, quietEnd) = (alerts("quiet"), end)
      if case .array(let kept)? = json["repeats"] { repeats = kept.compactMap(Repeats.init(json:)) }
    } else {
      messages += alerts("quiet")
    }
    if rule.group != nil, let end = json["groupEnd"]?.seconds {
      (group, groupEnd) = (alerts("group"), end)
    } else {
      messages += alerts("group")
    }
    for alert in quiet { quietRoom.add(alert.size) }
    for each in repeats { quietRoom.add(each.size) }
    for alert in group { groupRoom.add(alert.size) }
    return messages
  }
}

extension AlertWindow.Repeats {
  /// About the bytes that they take in memory.
  fileprivate var size: Int { 96 + device.utf8.count + title.utf8.count }

  fileprivate var json: JSONValue {
    .array([.string(device), .string(title), .integer(Int64(count))])
  }

  fileprivate init?(json: JSONValue) {
    guard case .array(let parts) = json, parts.count == 3, let device = parts[0].text,
      let title = parts[1].text,
      let count = parts[2].seconds
    else { return nil }
    self.init(device: device, title: title, count: Int(count))
  }
}

extension JSONValue {
  /// A number, whole or not.
  var seconds: Double? {
    switch self {
    case .number(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }
}
