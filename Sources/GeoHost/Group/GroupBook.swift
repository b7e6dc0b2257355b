import Geo
import GeoLua
import Synchronization

/// The group of each device of a script for each device, with `--group-by`: that of its first event.
///
/// - Shape: the run's thread writes a device before its worker gets its first event.
package final class GroupBook: Sendable {
  private let groups = Mutex<[DeviceID: String]>([:])

  package init() {}

  subscript(device: DeviceID) -> String {
    get { groups.withLock { $0[device] ?? Grouping.usual } }
    set { groups.withLock { $0[device] = newValue } }
  }
}

extension Worker {
  /// Those that a device can watch: the others of the run with one worker, or of its group; nil for none.
  func proximityGroup(of device: DeviceID) -> ProximityGroup? {
    guard plan.unit == .device else { return nil }
    guard plan.grouping != nil else {
      guard plan.options.jobs == 1 else { return nil }
      return proximityGroup(called: "")
    }
    return plan.directory.isGroup(device) ? nil : proximityGroup(called: plan.groupBook[device])
  }

  private func proximityGroup(called name: String) -> ProximityGroup {
    if let known = proximityGroups[name] { return known }
    // Everything that it calls is called while its worker lives; the devices of others are not its own.
    let made = ProximityGroup { [unowned self] in
      device(called: $0).flatMap { $0.proximityGroup === proximityGroups[name] ? $0 : nil }
    }
    made.enter = { [unowned self] in enter($0, body: $1) }
    made.drain = { [unowned self] in if let instance = instances[Int($0.id.index)] { drain(instance) } }
    proximityGroups[name] = made
    return made
  }
}
