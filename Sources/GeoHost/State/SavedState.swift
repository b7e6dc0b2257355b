package import Geo
import GeoDelivery
import GeoLua
package import GeoStore
import Synchronization

/// How script instances continue from what an earlier one left.
struct StateContinuation: Sendable {
  var resumption: Device.Resumption
  /// Whether timers of the main chunk continue where it left them.
  var keepsTimers: Bool
}

/// The workers' view of the state directory: values, and a lookup of devices.
package final class SavedState: Sendable {
  package let store: StateStore
  private let planned: Device.Resumption
  private let isHeardAgain = Atomic(false)
  /// Whether timers of the main chunk continue where an earlier run left them.
  let keepsTimers: Bool
  /// How devices continue.
  var resumption: Device.Resumption {
    guard isHeardAgain.load(ordering: .relaxed) else { return planned }
    return .init(continuesInput: false, continuesClock: false, waitsForEvents: planned.waitsForEvents)
  }
  var continuation: StateContinuation { .init(resumption: resumption, keepsTimers: keepsTimers) }
  /// Whether nothing is in it: no run has written to it, and none was hung by a device.
  let isNew: Bool
  /// How many alerts, messages and rows wait in memory for the next checkpoint.
  private let waiting = Atomic(0)
  /// Whether its run listens to live sources: then everything that waits starts before the first event.
  let isLive: Bool
  private let firstFault = Mutex<GeoError?>(nil)

  init(
    _ store: StateStore, resumption: Device.Resumption, keepsTimers: Bool, isNew: Bool, isLive: Bool = false
  ) {
    self.store = store
    planned = resumption
    self.keepsTimers = keepsTimers
    self.isNew = isNew
    self.isLive = isLive
  }

  /// The most alerts, messages and rows that may wait for a checkpoint: some 10 MB.
  private static let mostWaiting = 10_000
  /// Whether so much waits that a checkpoint is due whatever it costs, because memory would grow with the input.
  var isFull: Bool { waiting.load(ordering: .relaxed) >= SavedState.mostWaiting }

  /// Notes before any device continues that the input does not continue where it stopped.
  func hearAgain() { isHeardAgain.store(true, ordering: .relaxed) }

  /// Counts what waits.
  func countWaiting() { waiting.add(1, ordering: .relaxed) }
  /// A checkpoint has taken what waited.
  func forgetWaiting() { waiting.store(0, ordering: .relaxed) }

  /// The first fault in reading the state, if any.
  var fault: GeoError? { firstFault.withLock { $0 } }

  /// Devices and groups that start without an event.
  package struct Waiting: Sendable {
    var devices: [String] = []
    var groups: [String] = []
  }

  /// Those that start before the first event: in a live run all on which something waits, each with its saved clock; in
  /// an interrupted replay those that watch others, because the first event may concern them.
  package func waitingAtStart() throws(GeoError) -> Waiting {
    guard !isNew, isLive || resumption.continuesClock else { return Waiting() }
    let watching = try store.watchingDevices()
    guard isLive else { return Waiting(devices: watching) }
    return Waiting(
      devices: Set(try store.pendingDevices() + watching).sorted(), groups: try store.pendingGroups())
  }

  /// Those on which something waits since an earlier run, so that it happens by the end of a replay.
  func waitingAtEnd() throws(GeoError) -> Waiting {
    guard !isNew else { return Waiting() }
    return Waiting(devices: try store.pendingDevices(), groups: try store.pendingGroups())
  }

  /// The group of each device.
  package func placements() throws(GeoError) -> [(device: String, group: String)] {
    isNew ? [] : try store.placements()
  }

  /// The saved device; nil for a new one, or if reading it failed (see ``fault``).
  func device(named name: String) -> SavedDevice? {
    find { store throws(GeoError) in try store.device(named: name) }
  }

  /// The saved group; nil for a new one, or if reading it failed.
  func group(named name: String) -> SavedGroup? {
    find { store throws(GeoError) in try store.group(named: name) }
  }

  private func find<Found>(_ read: (StateStore) throws(GeoError) -> Found?) -> Found? {
    guard !isNew else { return nil }
    do {
      return try read(store)
    } catch {
      firstFault.withLock { $0 = $0 ?? error }
      return nil
    }
  }
}

extension JSONValue {
  /// Reads the text of a store; nil for what is no table.
  init?(store text: String) {
    guard let value = try? JSONParser.parse(text) else { return nil }
    switch value {
    case .object, .array: self = value
    default: return nil
    }
  }
}

extension FiringAlerts {
  /// Knows from the beginning what fires.
  func note(_ past: SavedState) throws(GeoError) {
    for condition in try past.store.firingConditions() {
      note(condition.key, of: condition.device, isGroup: condition.isGroup, alert: condition.alert)
    }
  }
}

/// A worker's part of a checkpoint.
struct WorkerState: Sendable {
  var devices: [Checkpoint.DeviceRow] = []
  var alerts: [PendingAlert] = []
  var rows: [TableRow] = []
  /// The groups of devices that have come to one.
  var placements: [(device: String, group: String)] = []
  /// The greatest time of its clocks.
  var clock = -TimeInterval.infinity

  mutating func add(_ other: WorkerState) {
    devices += other.devices
    alerts += other.alerts
    rows += other.rows
    clock = max(clock, other.clock)
  }
}
