import Geo
import LuaBridge

/// The names of the delegate's functions, kept ready in one machine.
struct LocationManagerNames {
  private let names: [LuaName]

  init(_ machine: LuaMachine) {
    names = CLLocationManagerCallback.allCases.map { machine.name($0.name) }
  }

  subscript(callback: CLLocationManagerCallback) -> LuaName { names[callback.rawValue] }
}

/// Forwards a manager's callbacks to the script's delegate table.
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

  // If only an `__index` function could tell, the callback is tried.
  func implements(_ callback: CLLocationManagerCallback) -> Bool { table.implements(names[callback]) ?? true }

  @discardableResult
  func call(
    _ callback: CLLocationManagerCallback, _ fields: @autoclosure () -> [(name: String, value: JSONValue)],
    _ arguments: (LuaStack) -> Int32
  ) throws -> Bool {
    try script.recordCall {
      implements(callback)
    } _: {
      .call(name: callback.name, fields: fields())
    } _: {
      try table.call(names[callback], arguments)
    }
  }

  /// Asks the delegate a question; a missing function and nil both mean no.
  func ask(_ callback: CLLocationManagerCallback, _ manager: CLLocationManager) throws -> Bool {
    var answer: Bool??
    _ = try script.recordCall {
      implements(callback)
    } _: {
      .call(name: callback.name, fields: [])
    } _: {
      answer = try table.call(names[callback], returning: Bool?.self) { stack in
        manager.push(stack)
        return 1
      }
      return answer != nil
    }
    return answer == true
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

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) throws {
    try call(.locationManagerDidChangeAuthorization, []) { stack in
      manager.push(stack)
      return 1
    }
  }

  func locationManager(
    _ manager: CLLocationManager, didReceive report: RegionReport, for region: CLRegion
  ) throws {
    let callback = report.callback
    _ = try script.recordCall {
      implements(callback)
    } _: {
      .call(name: callback.name, fields: Self.fields(of: report))
    } _: {
      try call(callback, manager, report, region)
    }
  }

  private func call(
    _ callback: CLLocationManagerCallback, _ manager: CLLocationManager, _ report: RegionReport,
    _ region: CLRegion
  ) throws -> Bool {
    switch callback {
    case .didDetermineState:
      return try table.call(names[callback]) { stack in
        manager.push(stack)
        report.state.rawValue.push(stack)
        region.push(stack)
        return 3
      }
    case .monitoringDidFailForRegion:
      return try table.call(names[callback]) { stack in
        manager.push(stack)
        region.push(stack)
        report.failure.push(stack)
        return 3
      }
    default: return try table.call(names[callback], manager, region)
    }
  }

  static func fields(of report: RegionReport) -> [(name: String, value: JSONValue)] {
    var fields: [(name: String, value: JSONValue)] = [("region", .string(report.region.identifier))]
    if report.visit != 0 { fields.append(("visit", .string(report.visit.hexadecimal))) }
    if report.callback == .didExitRegion || report.callback == .didDwellInRegion {
      fields.append(("visitDuration", .number(report.visitDuration)))
    }
    if report.isCrossed {
      fields += [("crossed", .bool(true)), ("timestamp", .time(report.timestamp))]
    }
    if let location = report.location { fields += location.coordinateFields }
    if report.callback == .didDetermineState {
      fields.append(("state", .integer(Int64(report.state.rawValue))))
    }
    if report.callback == .monitoringDidFailForRegion { fields += report.failure.fields }
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

  /// The fields of a fix in the event log.
  var fields: [(name: String, value: JSONValue)] {
    coordinateFields + [
      ("altitude", .number(altitude)), ("horizontalAccuracy", .number(horizontalAccuracy)),
      ("verticalAccuracy", .number(verticalAccuracy)), ("course", .number(course)), ("speed", .number(speed)),
      ("timestamp", .time(timestamp.timeIntervalSince1970)),
    ]
  }
}

extension [CLLocation] {
  /// The latest fix, and all of them if there are several.
  fileprivate var fields: [(name: String, value: JSONValue)] {
    guard count > 1, let last else { return last?.fields ?? [] }
    return last.fields + [("locations", .array(map { .object($0.fields) }))]
  }
}
