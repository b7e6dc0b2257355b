public import Geo

/// A message in the state directory, as `geoscript alerts` shows it.
public struct QueuedMessage: Sendable {
  public var item: OutboxItem
  public var status: OutboxItem.Status
  /// When it was written, in seconds since 1970.
  public var created: TimeInterval
  /// What the sink said last.
  public var answer: String
}

/// The queue of one sink.
public struct SinkQueue: Sendable {
  public var sink: String
  /// Whether the last run named it; otherwise its messages are orphans.
  public var isNamed: Bool
  /// Why it is paused; empty if it is not.
  public var pause: String
  /// By status.
  public var counts: [OutboxItem.Status: Int]
  /// The bytes of the messages that wait.
  public var bytes: Int

  public var waiting: Int { counts[.waiting] ?? 0 }
}

/// Which messages a command means: all conditions hold.
public struct MessageSelection: Sendable {
  /// Ids of alerts; empty for any.
  public var alerts: [String] = []
  public var sink: String?
  /// Only messages of a script for this device.
  public var device: String?
  /// Only messages of a script for this group.
  public var group: String?
  public var statuses: [OutboxItem.Status] = []

  public init() {}

  /// - Errors: ``GeoError`` `data` for JSON that ``json`` did not make.
  init(_ json: JSONValue) throws(GeoError) {
    guard case .array(let alerts)? = json["alerts"], case .array(let statuses)? = json["statuses"] else {
      throw GeoError(.data, "a request cannot be read")
    }
    self.alerts = alerts.compactMap(\.text)
    sink = json["sink"]?.text
    device = json["device"]?.text
    group = json["group"]?.text
    self.statuses = statuses.compactMap { value in
      guard case .integer(let number) = value else { return nil }
      return OutboxItem.Status(rawValue: number)
    }
  }

  /// The selection as the content of a request.
  public var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("alerts", .array(alerts.map { .string($0) })),
      ("statuses", .array(statuses.map { .integer($0.rawValue) })),
    ]
    if let sink { members.append(("sink", .string(sink))) }
    if let device { members.append(("device", .string(device))) }
    if let group { members.append(("group", .string(group))) }
    return .object(members)
  }
}
