/// The managers that requested the state of regions that are not known yet.
package struct StateRequests {
  private var managers: [String: [CLLocationManager]] = [:]

  /// The number of requests.
  var count: Int { managers.values.reduce(0) { $0 + $1.count } }

  var isEmpty: Bool { managers.isEmpty }

  /// A second request of the same manager changes nothing.
  mutating func add(_ identifier: String, from manager: CLLocationManager) {
    guard !isAsked(identifier, by: manager) else { return }
    managers[identifier, default: []].append(manager)
  }

  func isAsked(_ identifier: String, by manager: CLLocationManager) -> Bool {
    managers[identifier]?.contains { $0 === manager } ?? false
  }

  mutating func remove(_ identifier: String) {
    if !managers.isEmpty { managers[identifier] = nil }
  }
}
