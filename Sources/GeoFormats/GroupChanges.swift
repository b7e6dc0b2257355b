import Geo

/// Notices when the field that names a device's group has another value.
struct GroupChanges {
  private var groups: [DeviceID: String] = [:]

  /// The change to a group right before an event; nil if the device stays where it is. An event without a value
  /// changes nothing.
  mutating func change(by event: DeviceEvent, to group: String) -> DeviceEvent? {
    guard !group.isEmpty, groups[event.device] != group else { return nil }
    groups[event.device] = group
    return DeviceEvent(
      time: event.time, timestamp: event.timestamp, device: event.device,
      payload: .message(DeviceMessage(group: group)))
  }
}
