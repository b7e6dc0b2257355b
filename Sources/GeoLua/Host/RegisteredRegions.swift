import Geo
import LuaBridge

/// Notices what a script means otherwise when it registers regions: a second region of the same name in its main chunk,
/// and a change that comes after the registration.
final class RegisteredRegions {
  /// It outlives the regions: they belong to a script instance of the machine.
  private unowned let machine: LuaMachine
  /// What the device monitored before the main chunk registered anything, while that runs.
  private var before: RegionSet?
  private var isOpen = false
  /// Where regions were changed after their registration, by name.
  private var changes: [String: String] = [:]

  init(_ machine: LuaMachine) { self.machine = machine }

  func openMainChunk() { isOpen = true }

  /// Ends the main chunk.
  func closeMainChunk() {
    isOpen = false
    before = nil
    report()
  }

  /// Takes a region that the script is about to register.
  func add(_ region: CLRegion, on device: Device?) {
    if !changes.isEmpty { changes[region.identifier] = nil }
    region.registrar = self
    guard isOpen, let set = device?.monitoredSet else { return }
    let before = before ?? set
    self.before = before
    // Only the main chunk can have given the name another slot since.
    guard let slot = set.slot(of: region.identifier), slot != before.slot(of: region.identifier),
      case let other = set.region(at: slot),
      other.center != region.center || other.radius != region.radius
    else { return }
    machine.onWarning(
      "\(machine.place(machine.stack))region '\(region.identifier)' replaces the other region of that name: "
        + "give each region its own identifier")
  }

  /// Takes a change of a region after its registration.
  func change(_ region: CLRegion) {
    changes[region.identifier] = machine.place(machine.stack)
  }

  /// Warns of changes after which the region was not registered again.
  func report() {
    for (name, place) in changes.sorted(by: { $0.key < $1.key }) {
      machine.onWarning(
        "\(place)region '\(name)' is changed too late: startMonitoringForRegion took it as it was; "
          + "change it before, or register it again")
    }
    changes = [:]
  }
}

extension RunningScript {
  /// The regions that the script has registered one by one.
  var registered: RegisteredRegions {
    if let madeRegistered { return madeRegistered }
    let made = RegisteredRegions(environment.machine)
    if isInMainChunk { made.openMainChunk() }
    madeRegistered = made
    return made
  }
}
