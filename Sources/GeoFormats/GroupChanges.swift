import Geo
import Glibc

/// Notices when the field that names a device's group has another value.
struct GroupChanges {
  /// By device number; empty before the first.
  private var groups: [String] = []

  /// Whether a device is known to be in the group whose name has these bytes. Almost every event says so again.
  func knows(_ device: DeviceID, in group: UnsafeBufferPointer<UInt8>) -> Bool {
    let index = Int(device.index)
    guard index < groups.count else { return false }
    return groups[index].utf8.withContiguousStorageIfAvailable {
      guard $0.count == group.count, let known = $0.baseAddress, let told = group.baseAddress else {
        return false
      }
      return memcmp(known, told, group.count) == 0
    } ?? false
  }

  /// The change to a group right before an event; nil if the device stays where it is. An event without a value
  /// changes nothing.
  mutating func change(by event: DeviceEvent, to group: String) -> DeviceEvent? {
    let index = Int(event.device.index)
    while groups.count <= index { groups.append("") }
    guard !group.isEmpty, groups[index] != group else { return nil }
    groups[index] = group
    return DeviceEvent(
      time: event.time, timestamp: event.timestamp, device: event.device,
      payload: .message(DeviceMessage(group: group)))
  }
}
