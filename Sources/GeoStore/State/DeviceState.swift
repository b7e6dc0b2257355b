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

  public init(device: Device.Snapshot) { self.device = device }
}
