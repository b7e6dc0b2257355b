/// The layout of OwnTracks' topics, which name devices below one base.
///
/// - Shapes: `base/user/device`, and `base/user/device/event` and others for messages without a location.
/// - Source: owntracks.org/booklet/tech/json, "Topics".
public struct OwnTracksTopic: Sendable {
  /// The levels above user and device.
  public let base: [Substring]

  /// The levels that may follow a device, by kind of message.
  static let kinds: Set<Substring> = [
    "event", "waypoint", "waypoints", "cmd", "dump", "status", "step", "steps", "beacon", "info", "request",
  ]

  /// The topics of the apps.
  public init() { base = ["owntracks"] }

  /// The base of the topics of a filter such as `owntracks/#`.
  ///
  /// It ends with the level `owntracks`, or before the first wildcard or the topic's last level.
  public init(filter: String) {
    let levels = filter.split(separator: "/", omittingEmptySubsequences: false)
    if let own = levels.firstIndex(of: "owntracks") {
      base = Array(levels[...own])
    } else if let wildcard = levels.firstIndex(where: { $0 == "#" || $0 == "+" }) {
      base = Array(levels[..<wildcard])
    } else {
      base = levels.dropLast()
    }
  }

  /// The name of the device: `user/device`, or the rest of a topic with another layout.
  public func device(of topic: some StringProtocol) -> String {
    let levels = topic.split(separator: "/", omittingEmptySubsequences: false).map { Substring($0) }
    guard levels.starts(with: base), levels.count > base.count else { return String(topic) }
    var rest = levels.dropFirst(base.count)
    if rest.count == 3, let last = rest.last, OwnTracksTopic.kinds.contains(last) { rest.removeLast() }
    return rest.joined(separator: "/")
  }

  /// Where a device listens for commands.
  public func commands(to device: String) -> String { topic(of: device) + "/cmd" }

  /// Where a device publishes its locations.
  func topic(of device: String) -> String { (base.map(String.init) + [device]).joined(separator: "/") }
}
