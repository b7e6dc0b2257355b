public import Geo

/// Where a message of OwnTracks comes from, and when.
public struct OwnTracksOrigin: Sendable {
  /// The device that its topic, path or user names; nil where the message itself must say it.
  public var device: DeviceID?
  /// The name of the device of what names none at all; nil where that is a fault.
  public var usual: String?
  /// When it arrived, seconds since 1970; nil for a message that is replayed, whose own time counts.
  public var arrival: TimeInterval?
  /// The time that stands beside a recorded message, seconds since 1970.
  public var recorded: TimeInterval?
  /// What faults name as the place: a topic, a path, a file and its line.
  public var place: String

  public init(
    device: DeviceID?, usual: String? = nil, arrival: TimeInterval? = nil, recorded: TimeInterval? = nil,
    place: String
  ) {
    self.device = device
    self.usual = usual
    self.arrival = arrival
    self.recorded = recorded
    self.place = place
  }
}
