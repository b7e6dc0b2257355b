import Geo
import GeoLua
import GeoStore
import Synchronization

/// What workers know of the state directory: values, and where to ask for a device.
final class SavedState: Sendable {
  let store: StateStore
  let resumption: Device.Resumption
  /// Whether timers of the main chunk go on where an earlier run left them.
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

  /// What made the state useless, if anything did.
  var fault: GeoError? { firstFault.withLock { $0 } }

  /// What is kept of a device; nil for one that is new, or when reading it failed (see ``fault``).
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
  let id: String
  /// The alert as JSON, without an end of line.
  let body: String

  /// The order of a run with one worker, whatever the number of workers and wherever checkpoints fall.
  static func < (a: PendingAlert, b: PendingAlert) -> Bool {
    (a.event, a.time, a.device, a.sequence) < (b.event, b.time, b.device, b.sequence)
  }
}

/// What a worker hands over at a checkpoint.
struct WorkerState: Sendable {
  var devices: [Checkpoint.DeviceRow] = []
  var alerts: [PendingAlert] = []
  /// The greatest time of its clocks.
  var clock = -TimeInterval.infinity

  mutating func add(_ other: WorkerState) {
    devices += other.devices
    alerts += other.alerts
    clock = max(clock, other.clock)
  }
}
