public import Geo

/// A notification for a person, raised by a script.
public struct Alert: Sendable {
  /// A hash of device, region, time and sequence: the same whenever the same run raises it.
  public var id: String
  public var time: TimeInterval
  public var device: String
  public var title: String
  public var body: String
  /// The identifier of the region whose callback raised it.
  public var region: String?
  /// The callback's event: `enter`, `exit`, `dwell`.
  public var event: String?
  /// The same for all alerts of one visit.
  public var visit: String?
  public var location: CLLocation?
  /// Whether the app was not in front, so that a phone would show a notification (RG-19).
  public var isInBackground = false
  /// Further fields given by the script, by name.
  public var fields: [(name: String, value: JSONValue)]
  /// What only sinks get that ask for it: not a part of ``json``.
  public var extras: [(name: String, value: JSONValue)] = []
}
