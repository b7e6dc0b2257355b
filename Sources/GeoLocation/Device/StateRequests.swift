/// The managers that requested the state of regions that are not known yet.
package struct StateRequests {
  private var managers: [String: [CLLocationManager]] = [:]
  /// The number of requests.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// A second request of the same manager changes nothing.
  mutating func add(_ identifier: String, from manager: CLLocationManager) {
    guard !isAsked(identifier, by: manager) else { return }
    managers[identifier, default: []].append(manager)
    count += 1
  }

  func isAsked(_ identifier: String, by manager: CLLocationManager) -> Bool {
    managers[identifier]?.contains { $0 === manager } ?? false
  }

  mutating func remove(_ identifier: String) {
    count -= managers.removeValue(forKey: identifier)?.count ?? 0
  }
}
