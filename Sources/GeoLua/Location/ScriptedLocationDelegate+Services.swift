import Geo
import LuaBridge

extension ScriptedLocationDelegate {
  func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) throws {
    try call(.didVisit, visit.fields) { stack in
      manager.push(stack)
      visit.push(stack)
      return 2
    }
  }

  func locationManager(_ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: NSError?) throws
  {
    try call(.didFinishDeferredUpdatesWithError, error?.fields ?? []) { stack in
      manager.push(stack)
      error.push(stack)
      return 2
    }
  }

  func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) throws {
    try call(.locationManagerDidPauseLocationUpdates, []) { stack in
      manager.push(stack)
      return 1
    }
  }

  func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) throws {
    try call(.locationManagerDidResumeLocationUpdates, []) { stack in
      manager.push(stack)
      return 1
    }
  }
}

extension CLVisit {
  /// Null for an unknown date.
  fileprivate var fields: [(name: String, value: JSONValue)] {
    func value(_ date: NSDate) -> JSONValue {
      date == .distantPast || date == .distantFuture ? .null : .time(date.timeIntervalSince1970)
    }
    return [
      ("latitude", .number(coordinate.latitude)), ("longitude", .number(coordinate.longitude)),
      ("horizontalAccuracy", .number(horizontalAccuracy)), ("arrivalDate", value(arrivalDate)),
      ("departureDate", value(departureDate)),
    ]
  }
}
