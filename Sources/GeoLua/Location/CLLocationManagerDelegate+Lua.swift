import Geo
import LuaBridge

/// The names of the delegate's functions, kept ready in one machine.
struct LocationManagerNames {
  private let names: [LuaName]

  init(_ machine: LuaMachine) {
    names = CLLocationManagerCallback.allCases.map { machine.name($0.rawValue) }
  }

  subscript(callback: CLLocationManagerCallback) -> LuaName { names[callback.index] }
}

extension CLLocationManagerCallback {
  /// Its place in `allCases`.
  var index: Int {
    switch self {
    case .didUpdateToLocation: 0
    case .didUpdateLocations: 1
    case .didFailWithError: 2
    case .didChangeAuthorizationStatus: 3
    case .didEnterRegion: 4
    case .didExitRegion: 5
    case .didDwellInRegion: 6
    case .didStartMonitoringForRegion: 7
    case .monitoringDidFailForRegion: 8
    case .didDetermineState: 9
    case .didUpdateHeading: 10
    case .locationManagerShouldDisplayHeadingCalibration: 11
    case .didVisit: 12
    case .didFinishDeferredUpdatesWithError: 13
    case .locationManagerDidPauseLocationUpdates: 14
    case .locationManagerDidResumeLocationUpdates: 15
    }
  }
}

/// Hands a manager's callbacks to the script's table of functions.
///
/// Owned by its manager as attachment.
final class ScriptedLocationDelegate: CLLocationManagerDelegate {
  private let table: LuaDelegate
  private let names: LocationManagerNames
  private unowned let script: RunningScript

  init(_ table: LuaDelegate, names: LocationManagerNames, script: RunningScript) {
    self.table = table
    self.names = names
    self.script = script
  }

  // Where only an `__index` function could tell, the callback is tried.
  func implements(_ callback: CLLocationManagerCallback) -> Bool { table.implements(names[callback]) ?? true }

  @discardableResult
  func call(
    _ callback: CLLocationManagerCallback, _ fields: @autoclosure () -> [(name: String, value: JSONValue)],
    _ arguments: (LuaStack) -> Int32
  ) throws -> Bool {
    if script.recordsCalls, implements(callback) {
      script.record(.call(name: callback.rawValue, fields: fields()))
    }
    return try table.call(names[callback], arguments)
  }

  /// Asks a question; no function and no answer mean no.
  func ask(_ callback: CLLocationManagerCallback, _ manager: CLLocationManager) throws -> Bool {
    if script.recordsCalls, implements(callback) { script.record(.call(name: callback.rawValue, fields: [])) }
    let answer = try table.call(names[callback], returning: Bool?.self) { stack in
      manager.push(stack)
      return 1
    }
    return answer == true
  }

  /// The callbacks that come most.
  private func crossed(
    _ callback: CLLocationManagerCallback, _ manager: CLLocationManager, _ region: CLRegion
  ) throws {
    if script.recordsCalls, implements(callback) {
      script.record(.call(name: callback.rawValue, fields: regionFields(region)))
    }
    try table.call(names[callback], manager, region)
  }

  func locationManager(
    _ manager: CLLocationManager, didUpdateTo newLocation: CLLocation, from oldLocation: CLLocation?
  ) throws {
    try call(.didUpdateToLocation, newLocation.fields) { stack in
      manager.push(stack)
      newLocation.push(stack)
      oldLocation.push(stack)
      return 3
    }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) throws {
    let isTaken = try call(.didUpdateLocations, locations.fields) { stack in
      manager.push(stack)
      locations.push(stack)
      return 2
    }
    guard !isTaken else { return }
    var previous = manager.previousLocation
    for location in locations {
      try locationManager(manager, didUpdateTo: location, from: previous)
      previous = location
    }
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: NSError) throws {
    try call(.didFailWithError, error.fields) { stack in
      manager.push(stack)
      error.push(stack)
      return 2
    }
  }

  func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) throws {
    try call(.didChangeAuthorizationStatus, [("status", .integer(Int64(status.rawValue)))]) { stack in
      manager.push(stack)
      status.rawValue.push(stack)
      return 2
    }
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) throws {
    try crossed(.didEnterRegion, manager, region)
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) throws {
    try crossed(.didExitRegion, manager, region)
  }

  func locationManager(_ manager: CLLocationManager, didDwellInRegion region: CLRegion) throws {
    try crossed(.didDwellInRegion, manager, region)
  }

  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) throws {
    try call(.didStartMonitoringForRegion, regionFields(region)) { stack in
      manager.push(stack)
      region.push(stack)
      return 2
    }
  }

  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: NSError
  ) throws {
    try call(.monitoringDidFailForRegion, (region.map { regionFields($0) } ?? []) + error.fields) { stack in
      manager.push(stack)
      region.push(stack)
      error.push(stack)
      return 3
    }
  }

  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) throws {
    try call(.didDetermineState, regionFields(region) + [("state", .integer(Int64(state.rawValue)))]) {
      stack in
      manager.push(stack)
      state.rawValue.push(stack)
      region.push(stack)
      return 3
    }
  }

  private func regionFields(_ region: CLRegion) -> [(name: String, value: JSONValue)] {
    var fields: [(name: String, value: JSONValue)] = [("region", .string(region.identifier))]
    guard let event = script.device.currentRegionEvent else { return fields }
    if event.visit != 0 { fields.append(("visit", .string(event.visit.hexadecimal))) }
    if event.callback == .didExitRegion || event.callback == .didDwellInRegion {
      fields.append(("visitDuration", .number(event.visitDuration)))
    }
    if event.isCrossed {
      fields += [("crossed", .bool(true)), ("timestamp", .number(event.timestamp))]
    }
    if let location = event.location { fields += location.coordinateFields }
    return fields
  }
}

extension NSError {
  var fields: [(name: String, value: JSONValue)] {
    [
      ("domain", .string(domain)), ("code", .integer(Int64(code))),
      ("localizedDescription", .string(localizedDescription)),
    ]
  }
}

extension CLLocation {
  var coordinateFields: [(name: String, value: JSONValue)] {
    [("latitude", .number(coordinate.latitude)), ("longitude", .number(coordinate.longitude))]
  }

  /// As the event log writes a fix.
  var fields: [(name: String, value: JSONValue)] {
    coordinateFields + [
      ("altitude", .number(altitude)), ("horizontalAccuracy", .number(horizontalAccuracy)),
      ("verticalAccuracy", .number(verticalAccuracy)), ("course", .number(course)), ("speed", .number(speed)),
      ("timestamp", .number(timestamp.timeIntervalSince1970)),
    ]
  }
}

extension [CLLocation] {
  /// The newest, and all of them where there are several.
  fileprivate var fields: [(name: String, value: JSONValue)] {
    guard count > 1, let last else { return last?.fields ?? [] }
    return last.fields + [("locations", .array(map { .object($0.fields) }))]
  }
}
