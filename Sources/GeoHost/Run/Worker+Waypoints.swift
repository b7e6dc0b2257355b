import Geo
import GeoFormats

/// Turns waypoints of phones into regions of their devices.
extension Worker {
  /// The attributes that store a device's waypoints: saved with it, and visible to its script.
  private static let form = "owntracks-waypoints"

  func follow(_ message: DeviceMessage, _ device: Device) {
    guard let told = OwnTracksWaypoints(message, place: "device \(PlainText.line(device.name))") else {
      return
    }
    counts.skips.add(told.skips)
    var known = Worker.waypoints(of: device)
    var named: Set<String> = []
    for change in told.changes {
      switch change {
      case .remove(let key):
        for waypoint in known where waypoint.name == key {
          if let identifier = waypoint.value.text { device.unwatch(identifier) }
        }
        known.removeAll { $0.name == key }
      case .watch(let key, let region):
        named.insert(key)
        for waypoint in known where waypoint.name == key {
          if let old = waypoint.value.text, old != region.identifier { device.unwatch(old) }
        }
        // Another region has taken over the name.
        known.removeAll { $0.name == key || $0.value.text == region.identifier }
        known.append((key, .string(region.identifier)))
        device.watch(region)
      }
    }
    if told.isWhole {
      for waypoint in known where !named.contains(waypoint.name) {
        if let identifier = waypoint.value.text { device.unwatch(identifier) }
      }
      known.removeAll { !named.contains($0.name) }
    }
    let json = JSONValue.object([("waypoints", .object(known))]).description
    guard json != device.attributes.messages.first(where: { $0.form == Worker.form })?.json else { return }
    device.record(DeviceMessage(.attributes, form: Worker.form, json: json))
  }

  /// The regions made of waypoints: their keys and identifiers.
  private static func waypoints(of device: Device) -> [(name: String, value: JSONValue)] {
    guard let kept = device.attributes.messages.first(where: { $0.form == form }),
      let json = try? JSONParser.parse(kept.json), case .object(let members)? = json["waypoints"]
    else { return [] }
    return members
  }
}
