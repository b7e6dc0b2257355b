package import GeoCore
package import GeoRegions

/// What a device keeps of a named monitor, whether or not its app runs: conditions, their states, and the events that
/// the app has not taken. A region engine without buffers decides.
///
/// Owner: the device.
///
/// - Source: RG-40 … RG-44.
package final class ConditionMonitor {
  package let name: String
  private var engine: RegionMonitor
  /// In the order in which they were added.
  package private(set) var identifiers: [String] = []
  private var records: [String: CLMonitorRecord] = [:]
  /// Events that no task has taken, the oldest first.
  private var waiting: [CLMonitorEvent] = []
  /// The newest event of each condition that a task has taken.
  private var taken: [String: CLMonitorEvent] = [:]
  /// The event before the one that a task handles.
  private var previous: CLMonitorEvent?
  /// When the beacons of satisfied conditions were last seen, by identifier.
  private var sightings: [String: TimeInterval] = [:]
  /// The number of events that were dropped because nothing took them.
  package private(set) var lostEvents = 0
  /// Whether the app has opened it.
  package var isOpen = false
  /// Gets the next event, once; nil while nothing waits.
  package var receiver: ((CLMonitorEvent) -> Void)?
  /// Fires the delays and dwells of conditions.
  var timer: DeviceTimer?

  /// How long after the last sighting of a beacon the device is no longer near it, in seconds.
  package static let beaconPatience: TimeInterval = 30

  /// The number of events that wait at most.
  package static let mostWaiting = 1000

  init(name: String, deviceName: String) {
    self.name = name
    engine = RegionMonitor(deviceName: deviceName)
  }

  package func record(of identifier: String) -> CLMonitorRecord? { records[identifier] }

  /// The record that a script sees: while a task handles an event, the last event is the one before it.
  func visibleRecord(of identifier: String) -> CLMonitorRecord? {
    guard let record = records[identifier], let previous, previous.identifier == identifier else {
      return records[identifier]
    }
    return CLMonitorRecord(condition: record.condition, lastEvent: previous)
  }

  /// When a delay or dwell is due.
  var nextDeadline: TimeInterval? {
    guard let oldest = sightings.values.min() else { return engine.nextDeadline }
    return min(oldest + ConditionMonitor.beaconPatience, engine.nextDeadline ?? .infinity)
  }

  /// Adds a condition, or replaces one that differs; an equal one keeps its state.
  ///
  /// - Parameter obstacle: why the device cannot watch it.
  func add(
    _ condition: CLCondition, _ identifier: String, assuming state: CLMonitoringState, at time: TimeInterval,
    _ obstacle: CLMonitorObstacle?
  ) {
    if let known = records[identifier] {
      if known.condition == condition, known.lastEvent.obstacle == obstacle { return }
      remove(identifier)
    }
    identifiers.append(identifier)
    let assumed = CLMonitorEvent(identifier: identifier, state: state, date: time)
    records[identifier] = CLMonitorRecord(condition: condition, lastEvent: assumed)
    taken[identifier] = assumed
    if let obstacle {
      queue(CLMonitorEvent(identifier: identifier, state: .unmonitored, date: time, obstacle: obstacle))
      return
    }
    guard let region = condition.region(named: identifier) else { return }
    engine.monitor(engine.regions.adding(region))
    _ = engine.requestState(of: identifier)
  }

  /// Forgets a condition and its events.
  package func remove(_ identifier: String) {
    guard records.removeValue(forKey: identifier) != nil else { return }
    identifiers.removeAll { $0 == identifier }
    waiting.removeAll { $0.identifier == identifier }
    sightings[identifier] = nil
    taken[identifier] = nil
    engine.monitor(engine.regions.removing(identifier: identifier))
  }

  /// Takes the oldest event that waits.
  package func next() -> CLMonitorEvent? {
    previous = nil
    guard !waiting.isEmpty else { return nil }
    let event = waiting.removeFirst()
    // After a restart nobody knows what an untaken event follows.
    previous =
      taken[event.identifier]
      ?? CLMonitorEvent(identifier: event.identifier, state: .unknown, date: event.date)
    taken[event.identifier] = event
    return event
  }

  /// Something else happens: the event that a task took is handled.
  func endHandling() { previous = nil }

  /// Hands the oldest event to the task that waits for it.
  func deliver() {
    guard let receiver, let event = next() else { return }
    self.receiver = nil
    receiver(event)
  }

  /// Passes a fix to the conditions; returns whether one has changed.
  func ingest(_ fix: RegionFix, receivedAt time: TimeInterval) -> Bool {
    endHandling()
    var events: [RegionEvent] = []
    engine.ingest(
      coordinate: fix.coordinate, horizontalAccuracy: fix.accuracy, timestamp: fix.timestamp,
      altitude: fix.altitude, receivedAt: time, into: &events)
    return apply(events)
  }

  /// Fires what is due; returns whether a condition has changed.
  func advance(to time: TimeInterval) -> Bool {
    endHandling()
    var events: [RegionEvent] = []
    engine.advance(to: time, into: &events)
    let hasChanged = apply(events)
    return loseBeacons(at: time) || hasChanged
  }

  /// Passes on that a beacon was seen; returns whether a condition has changed.
  func see(_ beacon: CLBeaconIdentity, at time: TimeInterval) -> Bool {
    var hasChanged = false
    for identifier in identifiers {
      guard let record = records[identifier], record.lastEvent.obstacle == nil,
        record.condition.beacon?.includes(beacon) == true
      else { continue }
      sightings[identifier] = time
      guard record.lastEvent.state != .satisfied else { continue }
      queue(CLMonitorEvent(identifier: identifier, state: .satisfied, date: time))
      hasChanged = true
    }
    return hasChanged
  }

  private func loseBeacons(at time: TimeInterval) -> Bool {
    var hasChanged = false
    for identifier in identifiers {
      guard let seen = sightings[identifier], seen + ConditionMonitor.beaconPatience <= time else { continue }
      sightings[identifier] = nil
      let date = seen + ConditionMonitor.beaconPatience
      queue(CLMonitorEvent(identifier: identifier, state: .unsatisfied, date: date))
      hasChanged = true
    }
    return hasChanged
  }

  /// Permission was taken away: the first fix after it returns determines every condition anew.
  func forgetStates() {
    engine.forgetStates()
    for identifier in identifiers { _ = engine.requestState(of: identifier) }
  }

  func loseSignal() { engine.loseSignal() }
  func rebase(by shift: TimeInterval) {
    engine.rebase(by: shift)
    sightings = sightings.mapValues { $0 + shift }
  }

  private func apply(_ events: [RegionEvent]) -> Bool {
    var hasChanged = false
    for event in events {
      let identifier = engine.regions.identifier(at: event.slot)
      guard let record = records[identifier], let state = state(after: event, record.condition),
        state != record.lastEvent.state
      else { continue }
      queue(CLMonitorEvent(identifier: identifier, state: state, date: event.timestamp))
      hasChanged = true
    }
    return hasChanged
  }

  /// The state that an event of the engine means; nil for none.
  private func state(after event: RegionEvent, _ condition: CLCondition) -> CLMonitoringState? {
    let dwells = condition.region?.options.dwell != nil
    switch event.kind {
    case .enter: return dwells ? nil : .satisfied
    case .dwell: return .satisfied
    case .exit: return .unsatisfied
    // A device that was inside from the start has not entered, so it does not dwell.
    case .determined: return event.state == .inside && !dwells ? .satisfied : .unsatisfied
    }
  }

  private func queue(_ event: CLMonitorEvent) {
    guard let record = records[event.identifier] else { return }
    records[event.identifier] = CLMonitorRecord(condition: record.condition, lastEvent: event)
    waiting.append(event)
    guard waiting.count > ConditionMonitor.mostWaiting else { return }
    waiting.removeFirst()
    lostEvents += 1
  }
}

extension ConditionMonitor {
  /// The contents of a monitor for a later run.
  package struct Snapshot: Sendable {
    package var name = ""
    /// In the order in which they were added.
    package var records: [CLMonitorRecord] = []
    package var regions = RegionMonitor.Snapshot()
    package var waiting: [CLMonitorEvent] = []
    package var lostEvents = 0
    /// When beacons were last seen, in the order of the records.
    package var sightings: [(identifier: String, time: TimeInterval)] = []

    package init() {}
  }

  var snapshot: Snapshot {
    var snapshot = Snapshot()
    snapshot.name = name
    snapshot.records = identifiers.compactMap { records[$0] }
    snapshot.regions = engine.snapshot
    snapshot.waiting = waiting
    snapshot.lostEvents = lostEvents
    for identifier in identifiers {
      if let time = sightings[identifier] { snapshot.sightings.append((identifier, time)) }
    }
    return snapshot
  }

  convenience init(_ snapshot: Snapshot, deviceName: String) {
    self.init(name: snapshot.name, deviceName: deviceName)
    var set = RegionSet.empty
    for record in snapshot.records {
      let identifier = record.lastEvent.identifier
      identifiers.append(identifier)
      records[identifier] = record
      guard record.lastEvent.obstacle == nil else { continue }
      if let region = record.condition.region(named: identifier) { set = set.adding(region) }
    }
    engine = RegionMonitor(deviceName: deviceName, regions: set, restoring: snapshot.regions)
    for identifier in identifiers where engine.state(of: identifier) == .unknown {
      _ = engine.requestState(of: identifier)
    }
    waiting = snapshot.waiting
    let untaken = Set(waiting.map(\.identifier))
    for (identifier, record) in records where !untaken.contains(identifier) {
      taken[identifier] = record.lastEvent
    }
    lostEvents = snapshot.lostEvents
    for (identifier, time) in snapshot.sightings { sightings[identifier] = time }
  }
}
