public import Geo

/// What the state directory keeps of one device and the script instance on it.
public struct DeviceState: Sendable {
  public var device: Device.Snapshot
  /// Counts the output records of the device.
  public var sequence = 0
  /// The timers that the script's main chunk set, in their order.
  public var timers: [DeviceTimer.Snapshot] = []
  /// How many timers waited that callbacks had set, and that no restart brings back.
  public var lostTimers = 0

  public init(device: Device.Snapshot) { self.device = device }
}
