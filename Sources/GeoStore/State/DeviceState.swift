public import Geo

/// The stored state of one device and its script instance.
public struct DeviceState: Sendable {
  public var device: Device.Snapshot
  /// Counts the output records of the device.
  public var sequence = 0
  /// The timers that the script's main chunk set, in their order.
  public var timers: [DeviceTimer.Snapshot] = []
  /// The number of waiting timers set by callbacks; a restart does not restore them.
  public var lostTimers = 0
  /// The timers with an identifier, by it; their places are identifiers.
  public var namedTimers: [DeviceTimer.Snapshot] = []
  /// What a group and its script keep; nil for a device.
  public var group: DeviceGroup.Snapshot?
  /// What its group keeps of a device; nil for one that stands for itself.
  public var member: GroupMember.Snapshot?

  public init(device: Device.Snapshot) { self.device = device }
}
