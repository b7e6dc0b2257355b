public import Geo

/// A notification for a person, raised by a script.
public struct Alert: Sendable {
  /// A hash of group, device, region, time and sequence: the same whenever the same run raises it.
  public var id: String
  public var time: TimeInterval
  /// The device that caused it; empty in a group script where none did.
  public var device: String
  /// The group of a group script.
  public var group: String?
  public var title: String
  public var body: String
  /// The identifier of the region whose callback raised it.
  public var region: String?
  /// The callback's event: `enter`, `exit`, `dwell`.
  public var event: String?
  /// The same for all alerts of one visit.
  public var visit: String?
  public var location: CLLocation?
  /// The privacy zone that stands in place of the location.
  public var zone: String?
  /// Whether the app was not in front, so that a phone would show a notification (RG-19).
  public var isInBackground = false
  /// Names the condition that it is about; nil for an alert that stands alone.
  public var key: String?
  /// Nil if the script gave none, which means ``AlertPriority/default``.
  public var priority: AlertPriority?
  /// Whether its condition begins or continues, or ends; nil without a key.
  public var status: AlertStatus?
  /// The id of the alert that began the condition, if it is not this one.
  public var occurrence: String?
  /// Counts the host's repeats from 1; nil for what the script raised.
  public var repeatNumber: Int?
  /// Further fields given by the script, by name.
  public var fields: [(name: String, value: JSONValue)]
  /// What only sinks get that ask for it: not a part of ``json``.
  public var extras: [(name: String, value: JSONValue)] = []

  public init(
    id: String, time: TimeInterval, device: String, group: String? = nil, title: String, body: String,
    region: String? = nil, event: String? = nil, visit: String? = nil, location: CLLocation? = nil,
    isInBackground: Bool = false,
    fields: [(name: String, value: JSONValue)]
  ) {
    (self.id, self.time, self.device, self.group) = (id, time, device, group)
    (self.title, self.body) = (title, body)
    (self.region, self.event, self.visit, self.location) = (region, event, visit, location)
    (self.isInBackground, self.fields) = (isInBackground, fields)
  }

  /// What messages for people name as its origin: the device, or else the group.
  public var origin: String { device.isEmpty ? group ?? "" : device }
}

/// How urgent an alert is.
public enum AlertPriority: String, Sendable, Hashable, CaseIterable, Comparable {
  case min, low, `default`, high, max

  public static func < (a: AlertPriority, b: AlertPriority) -> Bool { a.rank < b.rank }

  /// From 1 to 5, as ntfy counts them.
  ///
  /// - Source: docs.ntfy.sh/publish, "Message priority".
  public var rank: Int {
    switch self {
    case .min: 1
    case .low: 2
    case .default: 3
    case .high: 4
    case .max: 5
    }
  }
}

public enum AlertStatus: String, Sendable, Hashable {
  case firing, resolved
}
