import GeoCore

/// A manager in creation order, held strongly only while it works or has a delegate.
struct ManagerEntry {
  /// Never dangling: a manager that is freed removes itself, or sets this to nil while the list is being
  /// walked.
  var reference: Unmanaged<CLLocationManager>?
  var hold: CLLocationManager?

  init(_ manager: CLLocationManager) { reference = .passUnretained(manager) }

  var manager: CLLocationManager? { reference?.takeUnretainedValue() }

  /// Whether the manager has a delegate in the app.
  var isTold: Bool { manager.map { $0.delegate != nil && $0.mapNumber == 0 } ?? false }

  func isFor(_ manager: CLLocationManager) -> Bool {
    reference?.toOpaque() == Unmanaged.passUnretained(manager).toOpaque()
  }
}

extension Device {
  /// Adds a new manager: the app's managers in creation order, then those of maps in the order of the maps.
  func add(_ manager: CLLocationManager) {
    var place = managers.entries.endIndex
    while place > 0, managers.entries[place - 1].manager.map({ $0.mapNumber > manager.mapNumber }) ?? true {
      place -= 1
    }
    managers.entries.insert(ManagerEntry(manager), at: place)
  }

  func remove(_ manager: CLLocationManager) {
    guard let index = managers.entries.firstIndex(where: { $0.isFor(manager) }) else { return }
    if managers.walks == 0 {
      managers.entries.remove(at: index)
    } else {
      managers.entries[index].reference = nil
    }
    if manager.maximumSpeed != nil { updateSpeedGate() }
  }

  /// The lowest `maximumSpeed` of all living managers applies to the whole device.
  func updateSpeedGate() {
    var maximum = CLLocationSpeed.infinity
    eachManager { maximum = min(maximum, $0.maximumSpeed ?? .infinity) }
    speedGate.maximum = maximum
    // No manager limits the speed any more, so nothing would release the held fix.
    if maximum == .infinity, let held = speedGate.held { dropFast(held) }
  }

  /// Calls `body` for each living manager in creation order.
  ///
  /// Calling a delegate may run a garbage collector that frees managers, so the list keeps its indexes
  /// meanwhile.
  func eachManager(_ body: (CLLocationManager) -> Void) {
    managers.walks += 1
    var index = 0
    while index < managers.entries.count {
      if let manager = managers.entries[index].manager { body(manager) }
      index += 1
    }
    managers.walks -= 1
    if managers.walks == 0, managers.entries.contains(where: { $0.reference == nil }) {
      managers.entries.removeAll { $0.reference == nil }
    }
  }

  /// Holds or releases the manager after its delegate or its services changed.
  func updateHold(of manager: CLLocationManager) {
    guard let index = managers.entries.firstIndex(where: { $0.isFor(manager) }) else { return }
    let isHeld = manager.isHeld
    guard isHeld != (managers.entries[index].hold != nil) else { return }
    managers.entries[index].hold = isHeld ? manager : nil
    manager.onHoldChange?(isHeld)
  }

  /// Releases managers whose delegate has been freed.
  func updateHolds() {
    eachManager { updateHold(of: $0) }
  }

  func updateListenerCount() {
    managers.listenerCount = 0
    eachManager { if $0.isListening { managers.listenerCount += 1 } }
    updateRadios()
  }
}
