public import GeoCore

/// What a copy remembers about the alerts of one `key`.
///
/// - Units: seconds since 1970, on the device's clock.
/// - Source: AL-1 … AL-6.
public struct AlertCondition: Sendable, Hashable {
  public var key: String
  /// The id of the alert that began it.
  public var alert: String
  /// What the next repeat says, as JSON.
  public var content = ""
  /// Whether it has begun and not ended.
  public var isFiring = false
  /// Whether any alert of it was raised; a cooldown may have dropped the first.
  public var isSent = false
  public var isAcknowledged = false
  /// Seconds between repeats; 0 for none.
  public var repeatEvery: TimeInterval = 0
  /// The most repeats; 0 for no limit.
  public var repeatMax = 0
  public var repeats = 0
  /// When the next repeat is due; infinity for never.
  public var due = TimeInterval.infinity
  /// Seconds of the cooldown, and when it ends.
  public var cooldown: TimeInterval = 0
  public var cooldownEnd = -TimeInterval.infinity

  public init(key: String, alert: String) { (self.key, self.alert) = (key, alert) }
}

/// Why an alert was not raised, or no longer repeats: the part of ``Explanation`` about alerts with a `key`.
public struct AlertDecision: Sendable, Hashable {
  public enum Rule: String, Sendable, Hashable {
    case dropped, acknowledged
  }

  public var key: String
  /// The region whose callback raised it.
  public var region: String?
  public var rule: Rule
  public var reason: String

  public init(key: String, region: String? = nil, rule: Rule, reason: String) {
    (self.key, self.region, self.rule, self.reason) = (key, region, rule, reason)
  }
}

/// An acknowledgement, as ``DeviceMessage/Kind/acknowledge`` carries it.
public struct Acknowledgement: Sendable, Hashable {
  public var key: String
  /// The id of the alert that the sender saw; nil for whatever fires.
  public var alert: String?
  /// Who acknowledged, if the sender says so.
  public var by: String?
  /// The group whose script raised the alert; nil for the copy of a device.
  public var group: String?

  public init(key: String, alert: String? = nil, by: String? = nil, group: String? = nil) {
    (self.key, self.alert, self.by, self.group) = (key, alert, by, group)
  }

  /// The most bytes of a key.
  public static let longestKey = 200

  /// - Errors: ``GeoError`` `data` for JSON without a key.
  public init(_ json: JSONValue) throws(GeoError) {
    guard let key = json["key"]?.text, Acknowledgement.isKey(key) else {
      throw GeoError(.data, "has no key (expected the key of an alert, as in \"key\":\"rex\")")
    }
    self.init(key: key, alert: json["alert"]?.text, by: json["by"]?.text, group: json["group"]?.text)
  }

  /// Whether a text can name a condition.
  public static func isKey(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longestKey && !text.utf8.contains { $0 < 0x20 || $0 == 0x7f }
  }

  public var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [("key", .string(key))]
    if let alert { members.append(("alert", .string(alert))) }
    if let by { members.append(("by", .string(by))) }
    if let group { members.append(("group", .string(group))) }
    return .object(members)
  }

  /// The event for one copy.
  public func event(
    of copy: FiringAlerts.Copy, in directory: DeviceDirectory, at time: TimeInterval
  ) -> DeviceEvent {
    var told = self
    told.group = copy.isGroup ? copy.name : nil
    return DeviceEvent(
      time: time, timestamp: time,
      device: copy.isGroup ? directory.groupID(of: copy.name) : directory.id(of: copy.name),
      payload: .message(DeviceMessage(told)))
  }
}

extension DeviceMessage {
  public init(_ told: Acknowledgement) {
    self.init(.acknowledge, form: "", json: told.json.description)
  }

  /// The acknowledgement that it carries; nil for any other message.
  public var acknowledgement: Acknowledgement? {
    guard kind == .acknowledge, let value = try? JSONParser.parse(json) else { return nil }
    return try? Acknowledgement(value)
  }
}
