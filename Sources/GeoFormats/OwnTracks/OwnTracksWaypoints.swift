public import Geo

/// The regions that a phone monitors, from a message of OwnTracks.
///
/// - Shapes: `_type` is `waypoint`, one region, or `waypoints`, all of them. The `rid` identifies a region,
///   without one its `desc`, which is its identifier; an invalid place deletes it.
/// - Source: owntracks.org/booklet/tech/json, `_type=waypoint` and the notes on `setWaypoints`.
public struct OwnTracksWaypoints: Sendable {
  public enum Change: Sendable {
    case watch(key: String, MonitoredRegion)
    case remove(key: String)
  }

  public private(set) var changes: [Change] = []
  /// Whether it deletes the regions that it does not name.
  public private(set) var isWhole = false
  public private(set) var skips = SkipCounts()

  /// - Parameter place: the place in messages.
  public init?(_ message: DeviceMessage, place: String) {
    guard message.form == "owntracks", message.type == "waypoint" || message.type == "waypoints",
      let json = try? JSONParser.parse(message.json)
    else { return nil }
    guard message.type == "waypoints" else {
      add(json, place)
      return
    }
    guard case .array(let waypoints)? = OwnTracksFences.member(json, "waypoints") else {
      skips.count("no waypoints", "\(place): has no array of waypoints")
      return
    }
    isWhole = true
    for (index, waypoint) in waypoints.enumerated() { add(waypoint, "\(place): waypoint \(index + 1)") }
  }

  private mutating func add(_ waypoint: JSONValue, _ place: String) {
    let name = OwnTracksFences.string(waypoint, "desc") ?? ""
    let id = OwnTracksFences.string(waypoint, "rid") ?? ""
    let key = id.isEmpty ? name : id
    if !key.isEmpty, OwnTracksWaypoints.isGone(waypoint) { return changes.append(.remove(key: key)) }
    let list = FenceList(place, desiredAccuracy: 0, timeZones: FenceFile.fixedTimeZones)
    OwnTracksFences.add(waypoint, "\(place):", to: list)
    skips.add(list.skips)
    for region in list.regions { changes.append(.watch(key: key, region)) }
  }

  /// Whether its place is invalid, which deletes a region; a beacon has no place at all.
  private static func isGone(_ waypoint: JSONValue) -> Bool {
    guard OwnTracksFences.member(waypoint, "lat") != nil, OwnTracksFences.member(waypoint, "lon") != nil
    else {
      return false
    }
    guard let latitude = try? OwnTracksFences.degrees(waypoint, "lat"),
      let longitude = try? OwnTracksFences.degrees(waypoint, "lon")
    else { return true }
    return !CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(latitude, longitude))
  }
}
