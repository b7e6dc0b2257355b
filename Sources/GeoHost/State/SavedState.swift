import Geo
import GeoLua
import GeoStore
import Synchronization

/// The workers' view of the state directory: values, and a lookup of devices.
final class SavedState: Sendable {
  let store: StateStore
  let resumption: Device.Resumption
  /// Whether timers of the main chunk continue where an earlier run left them.
  let keepsTimers: Bool
  /// Whether any run has written to it.
  let isNew: Bool
  private let firstFault = Mutex<GeoError?>(nil)

  init(_ store: StateStore, resumption: Device.Resumption, keepsTimers: Bool, isNew: Bool) {
    self.store = store
    self.resumption = resumption
    self.keepsTimers = keepsTimers
    self.isNew = isNew
  }

  /// The first fault in reading the state, if any.
  var fault: GeoError? { firstFault.withLock { $0 } }

  /// The saved device; nil for a new one, or if reading it failed (see ``fault``).
  func device(named name: String) -> SavedDevice? {
    guard !isNew else { return nil }
    do {
      return try store.device(named: name)
    } catch {
      firstFault.withLock { $0 = $0 ?? error }
      return nil
    }
  }
}

/// An alert that waits for the next checkpoint.
struct PendingAlert: Sendable {
  /// The number of the event that caused it, in the order of the input.
  let event: Int
  let sequence: Int
  let time: TimeInterval
  let device: String
  let message: SinkMessage

  /// The order of a run with one worker, whatever the number of workers and the times of checkpoints.
  static func < (a: PendingAlert, b: PendingAlert) -> Bool {
    (a.event, a.time, a.device, a.sequence) < (b.event, b.time, b.device, b.sequence)
  }
}

/// A worker's part of a checkpoint.
struct WorkerState: Sendable {
  var devices: [Checkpoint.DeviceRow] = []
  var alerts: [PendingAlert] = []
  var rows: [TableRow] = []
  /// The greatest time of its clocks.
  var clock = -TimeInterval.infinity

  mutating func add(_ other: WorkerState) {
    devices += other.devices
    alerts += other.alerts
    rows += other.rows
    clock = max(clock, other.clock)
  }
}
