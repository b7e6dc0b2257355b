public import Geo

/// Where a message of OwnTracks comes from, and when.
public struct OwnTracksOrigin: Sendable {
  /// The device that its topic, path or user names; nil if the message itself must name it.
  public var device: DeviceID?
  /// The device of a message that names none; nil if that is a fault.
  public var usual: String?
  /// When it arrived, seconds since 1970; nil for a replayed message, whose own time counts.
  public var arrival: TimeInterval?
  /// The time beside a recorded message, seconds since 1970.
  public var recorded: TimeInterval?
  /// The topic that it was published to; nil if the message or its device must name it.
  public var topic: String?
  /// Whether a request over HTTP brought it.
  public var isHTTP = false
  /// The place in messages: a topic, a path, a file and its line.
  public var place: String

  public init(
    device: DeviceID?, usual: String? = nil, arrival: TimeInterval? = nil, recorded: TimeInterval? = nil,
    isHTTP: Bool = false, place: String
  ) {
    self.device = device
    self.usual = usual
    self.arrival = arrival
    self.recorded = recorded
    self.isHTTP = isHTTP
    self.place = place
  }
}
