public import Geo
public import LuaBridge

extension CLLocationManager: LuaObject {
  static func bind(_ c: LuaBinder<CLLocationManager>) {
    c.summary("Entry point for location updates and region monitoring on a device.")
    bindMaking(c)
    let names = LocationManagerNames(c.machine)
    c.delegate(
      "delegate", protocol: "CLLocationManagerDelegate", "The table of functions that receives events."
    ) {
      [unowned machine = c.machine] manager, table in
      let delegate = try table.map {
        ScriptedLocationDelegate($0, names: names, script: try RunningScript.current(machine))
      }
      // The manager's own reference to its delegate is weak.
      manager.attachment = delegate
      manager.delegate = delegate
    }
    bindUpdates(c)
    bindRegions(c)
    bindProximity(c)
    bindAvailability(c)
    bindHeading(c)
    bindServices(c)
    bindAccuracy(c)
    bindBeacons(c)
  }

  private static func bindUpdates(_ c: LuaBinder<CLLocationManager>) {
    c.property("desiredAccuracy", .meters, "The desired accuracy, in meters or a `kCLLocationAccuracy…`.") {
      Number($0.desiredAccuracy)
    } set: {
      $0.desiredAccuracy = $1.value
    }
    c.property("distanceFilter", .meters, "The distance that the device must move before the next update.") {
      Number($0.distanceFilter)
    } set: {
      $0.distanceFilter = $1.value
    }
    c.property(
      "activityType", .one, "The user's activity, a `CLActivityType…`; affects when updates pause.",
      get: { $0.activityType }, set: { $0.activityType = $1 })
    c.property(
      "pausesLocationUpdatesAutomatically", .none,
      "Whether updates pause while the device is at rest. Only profiles such as `iphone` pause updates.",
      get: { $0.pausesLocationUpdatesAutomatically }, set: { $0.pausesLocationUpdatesAutomatically = $1 })
    c.property(
      "allowsBackgroundLocationUpdates", .none, "Whether updates continue in the background.",
      get: { $0.allowsBackgroundLocationUpdates }, set: { $0.allowsBackgroundLocationUpdates = $1 })
    c.property(
      "showsBackgroundLocationIndicator", .none, "Kept, without effect: there is no status bar.",
      get: { $0.showsBackgroundLocationIndicator }, set: { $0.showsBackgroundLocationIndicator = $1 })
    c.property(
      "locationServicesEnabled", .none,
      "Whether location services are switched on. Older form of the class method."
    ) { [unowned machine = c.machine] _ in
      locationServicesEnabled(on: try RunningScript.current(machine).device)
    }
    c.property("authorizationStatus", .one, "What this app may do, a `kCLAuthorizationStatus…`.") {
      [unowned machine = c.machine] me in
      authorizationStatus(on: try me.device ?? RunningScript.current(machine).device).rawValue
    }
    c.property("location", .none, "The latest location; nil before the first.") { $0.location }
    c.method("startUpdatingLocation", "Starts standard updates, beginning with the last known location.") {
      try requireRoom($0)
      $0.startUpdatingLocation()
    }
    c.method("stopUpdatingLocation", "Stops standard updates.") { $0.stopUpdatingLocation() }
    c.method("requestLocation", "Requests a single location; the delegate gets it or an error.") {
      try requireRoom($0)
      $0.requestLocation()
    }
    c.method("requestWhenInUseAuthorization", "Asks for permission to use location while the app is in use.")
    {
      $0.requestWhenInUseAuthorization()
    }
    c.method("requestAlwaysAuthorization", "Asks for permission to use location at any time.") {
      $0.requestAlwaysAuthorization()
    }
  }

  /// Bounds regions and pending callbacks, which the host keeps outside of the script's own memory.
  static func requireRoom(_ manager: CLLocationManager) throws {
    guard let device = manager.device else { return }
    guard device.waitingCount < 500_000 else {
      throw LuaMessage("500,000 callbacks are pending: return from this one first")
    }
    guard device.monitoredRegionCount < 1_000_000 else {
      throw LuaMessage("1,000,000 regions are monitored already: stop monitoring some first")
    }
  }

  private static func bindAvailability(_ c: LuaBinder<CLLocationManager>) {
    let device: () throws -> Device = { [unowned machine = c.machine] in
      try RunningScript.current(machine).device
    }
    c.classMethod("locationServicesEnabled", .none, "Returns whether location services are switched on.") {
      locationServicesEnabled(on: try device())
    }
    c.classMethod("authorizationStatus", .one, "Returns the app's permission, a `kCLAuthorizationStatus…`.") {
      authorizationStatus(on: try device()).rawValue
    }
    c.classMethod("regionMonitoringAvailable", .none, "Returns whether the hardware can monitor regions.") {
      regionMonitoringAvailable(on: try device())
    }
    c.classMethod("regionMonitoringEnabled", .none, "Returns whether region monitoring is switched on.") {
      regionMonitoringEnabled(on: try device())
    }
    c.classMethod(
      "isMonitoringAvailableForClass", ["class"], .none,
      "Returns whether regions of this class can be monitored."
    ) { (_: LuaAny) in regionMonitoringAvailable(on: try device()) }
  }

  /// The functions that a manager's delegate may implement.
  static let delegateRecord = LuaCatalog.Delegate(
    name: "CLLocationManagerDelegate", summary: "Functions that a location manager calls.",
    functions: [
      function(
        "didUpdateToLocation", [("newLocation", "CLLocation"), ("oldLocation", "CLLocation?")],
        "A new location and the previous one.", "locationManager:didUpdateToLocation:fromLocation:"),
      function(
        "didUpdateLocations", [("locations", "CLLocation[]")],
        "New locations, oldest first; replaces `didUpdateToLocation`.", "locationManager:didUpdateLocations:"),
      function(
        "didFailWithError", [("error", "NSError")],
        "A location or heading could not be determined.", "locationManager:didFailWithError:"),
      function(
        "didChangeAuthorizationStatus", [("status", "integer")],
        "A manager was made, or the app's permission changed.",
        "locationManager:didChangeAuthorizationStatus:"),
      function(
        "locationManagerDidChangeAuthorization", [],
        "A manager was made, or the app's permission changed; `manager.authorizationStatus` has it.",
        "locationManagerDidChangeAuthorization:"),
      function(
        "didEnterRegion", [("region", "CLRegion")],
        "The device entered a region.", "locationManager:didEnterRegion:"),
      function(
        "didExitRegion", [("region", "CLRegion")],
        "The device left a region.", "locationManager:didExitRegion:"),
      function(
        "didDwellInRegion", [("region", "CLRegion")],
        "The device has stayed in a region for its `dwell`; once per visit.",
        "locationManager:didDwellInRegion:"),
      function(
        "didStartMonitoringForRegion", [("region", "CLRegion")],
        "Monitoring of a region has started.", "locationManager:didStartMonitoringForRegion:"),
      function(
        "monitoringDidFailForRegion", [("region", "CLRegion?"), ("error", "NSError")],
        "A region cannot be monitored.", "locationManager:monitoringDidFailForRegion:withError:"),
      function(
        "didDetermineState", [("state", "integer"), ("region", "CLRegion")],
        "The state of a region, a `CLRegionState…`: the answer to `requestStateForRegion`, and after each crossing.",
        "locationManager:didDetermineState:forRegion:"),
      function(
        "didUpdateHeading", [("newHeading", "CLHeading")],
        "A new heading.", "locationManager:didUpdateHeading:"),
      function(
        "locationManagerShouldDisplayHeadingCalibration", [],
        "The compass is inaccurate: return whether to show the calibration panel.",
        "locationManagerShouldDisplayHeadingCalibration:", result: "boolean?"),
    ] + serviceFunctions + beaconFunctions)

  static func function(
    _ name: String, _ parameters: [(String, String)], _ summary: String, _ selector: String,
    result: String? = nil
  ) -> LuaCatalog.DelegateFunction {
    let all = [LuaCatalog.Parameter("manager", "CLLocationManager")] + parameters.map { .init($0.0, $0.1) }
    return LuaCatalog.DelegateFunction(
      LuaCatalog.Function(name, all, result: result, summary: summary), selector: selector)
  }
}
