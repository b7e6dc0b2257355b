public import Geo

/// Something that a person should hear of.
public struct Alert: Sendable {
  /// The same whenever the same run raises it: a hash of device, region, time and sequence.
  public var id: String
  public var time: TimeInterval
  public var device: String
  public var title: String
  public var body: String
  /// The identifier of the region whose callback raised it.
  public var region: String?
  /// The callback's word: `enter`, `exit`, `dwell`.
  public var event: String?
  /// The same for all alerts of one visit.
  public var visit: String?
  public var location: CLLocation?
  /// What else the script sent along, by name.
  public var fields: [(name: String, value: JSONValue)]
}
