public import Geo
public import LuaBridge

extension CLLocationManager: LuaObject {
  static func bind(_ c: LuaBinder<CLLocationManager>) {
    c.summary("Entry point for location updates and region monitoring on a device.")
    c.initializer { [unowned machine = c.machine] in try make(RunningScript.current(machine)) }
    let names = LocationManagerNames(c.machine)
    c.delegate(
      "delegate", protocol: "CLLocationManagerDelegate", "The table of functions that get events."
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
  }

  /// Makes a manager on the script's device; its userdata lives as long as the device holds it.
  private static func make(_ script: RunningScript) -> CLLocationManager {
    let manager = CLLocationManager(device: script.device)
    manager.onHoldChange = { [unowned manager, unowned script] isHeld in
      if isHeld { script.environment.hold(manager) } else { script.environment.letGo(manager) }
    }
    return manager
  }

  private static func bindUpdates(_ c: LuaBinder<CLLocationManager>) {
    c.property("desiredAccuracy", .meters, "The desired accuracy: meters, or a `kCLLocationAccuracy…`.") {
      Number($0.desiredAccuracy)
    } set: {
      $0.desiredAccuracy = $1.value
    }
    c.property("distanceFilter", .meters, "The distance to move before the next update.") {
      Number($0.distanceFilter)
    } set: {
      $0.distanceFilter = $1.value
    }
    c.property(
      "activityType", .one, "What the user is doing, a `CLActivityType…`; decides when updates pause.",
      \.activityType)
    c.property(
      "pausesLocationUpdatesAutomatically", .none,
      "Whether updates pause while the device rests; only where the profile does so, as `iphone`.",
      \.pausesLocationUpdatesAutomatically)
    c.property(
      "allowsBackgroundLocationUpdates", .none, "Whether updates continue in the background.",
      \.allowsBackgroundLocationUpdates)
    c.property(
      "locationServicesEnabled", .none, "Whether the global switch is on; the old form of the class method."
    ) { [unowned machine = c.machine] _ in
      locationServicesEnabled(on: try RunningScript.current(machine).device)
    }
    c.property("location", .none, "The newest location, nil before the first.") { $0.location }
    c.method("startUpdatingLocation", "Starts standard updates; the last known location comes first.") {
      try requireRoom($0)
      $0.startUpdatingLocation()
    }
    c.method("stopUpdatingLocation", "Stops standard updates.") { $0.stopUpdatingLocation() }
    c.method("requestLocation", "Asks for one location, or one error.") {
      try requireRoom($0)
      $0.requestLocation()
    }
    c.method("requestWhenInUseAuthorization", "Asks the user for permission while the app is in use.") {
      $0.requestWhenInUseAuthorization()
    }
    c.method("requestAlwaysAuthorization", "Asks the user for permission at all times.") {
      $0.requestAlwaysAuthorization()
    }
  }

  private static func bindRegions(_ c: LuaBinder<CLLocationManager>) {
    c.property(
      "maximumSpeed", .metersPerSecond,
      "The speed that the device cannot exceed; a fix that implies more waits for the next to confirm it. nil for none."
    ) {
      $0.maximumSpeed.map { Number($0) }
    } set: { (me: CLLocationManager, value: Number?) in
      if let value, !(value.value > 0) {
        throw LuaMismatch("a speed above 0 m/s, or nil, expected, got \(value.value)")
      }
      me.maximumSpeed = value?.value
    }
    c.property(
      "regionPolicy", .none,
      "How crossings are judged of regions registered from now on: `guide`, `apple` (200 m and 20 s more) or `raw`."
    ) {
      $0.regionPolicy.rawValue
    } set: { (me: CLLocationManager, value: String) in
      guard let policy = RegionPolicy(rawValue: value) else {
        throw LuaMismatch("no policy is called '\(value)' (guide, apple or raw)")
      }
      me.regionPolicy = policy
    }
    c.property("monitoredRegions", .none, "The regions that all managers watch together, by identifier.") {
      $0.monitoredRegions
    }
    c.property(
      "maximumRegionMonitoringDistance", .meters, "The largest radius that can be watched; −1 for none."
    ) {
      $0.maximumRegionMonitoringDistance
    }
    c.method(
      "startMonitoringForRegion", ["region", "desiredAccuracy"],
      "Watches a region; the accuracy is the distance past the edge that counts as a crossing."
    ) { [unowned machine = c.machine] (me: CLLocationManager, region: CLRegion, accuracy: Double?) in
      try requireRoom(me)
      let script = try RunningScript.current(machine)
      try script.hold(region)
      script.chargingRegion(region.identifier) {
        me.startMonitoring(for: region, desiredAccuracy: accuracy ?? me.desiredAccuracy)
      }
    }
    c.alias("startMonitoringForRegion_desiredAccuracy", of: "startMonitoringForRegion")
    c.method(
      "startMonitoringForRegions", ["regions", "desiredAccuracy"],
      "Watches a whole set of regions at once; devices that watch the same ones share one index."
    ) { [unowned machine = c.machine] (me: CLLocationManager, regions: [CLRegion], accuracy: Double?) in
      try requireRoom(me)
      let script = try RunningScript.current(machine)
      let accuracy = accuracy ?? me.desiredAccuracy
      for region in regions {
        try script.hold(region)
        script.chargingRegion(region.identifier) {
          me.startMonitoring(for: region, desiredAccuracy: accuracy)
        }
      }
    }
    c.method("stopMonitoringForRegion", ["region"], "Watches the region of that identifier no more.") {
      [unowned machine = c.machine] (me: CLLocationManager, region: CLRegion) in
      let script = try RunningScript.current(machine)
      script.chargingRegion(region.identifier) { me.stopMonitoring(for: region) }
      script.letGo(of: region)
    }
    c.method("requestStateForRegion", ["region"], "Asks where the device is; `didDetermineState` answers.") {
      (me: CLLocationManager, region: CLRegion) in
      try requireRoom(me)
      me.requestState(for: region)
    }
  }

  private static func bindProximity(_ c: LuaBinder<CLLocationManager>) {
    c.method(
      "startMonitoringProximity", ["device", "metres", "exitMetres", "maximumAge"],
      "Watches the distance to another device; calls `didEnterRegion` and `didExitRegion` with a `ProximityRegion`."
    ) { (me: CLLocationManager, device: String, meters: Number, exitMeters: Number?, maximumAge: Number?) in
      try requireRoom(me)
      me.startMonitoringProximity(
        to: device, radius: meters.value, exitRadius: exitMeters?.value,
        maximumAge: maximumAge?.value ?? ProximityWatch.defaultMaximumAge)
    }
    c.method("stopMonitoringProximity", ["device"], "Watches that device no more.") {
      (me: CLLocationManager, device: String) in me.stopMonitoringProximity(to: device)
    }
  }

  /// The host keeps regions, and what a delegate is still to be told, outside of the copy's memory: there is an end.
  static func requireRoom(_ manager: CLLocationManager) throws {
    guard let device = manager.device else { return }
    guard device.waitingCount < 500_000 else {
      throw LuaMessage("500,000 callbacks wait already: let this one end first")
    }
    guard device.monitoredRegionCount < 1_000_000 else {
      throw LuaMessage("1,000,000 regions are watched already: stop watching some")
    }
  }

  private static func bindAvailability(_ c: LuaBinder<CLLocationManager>) {
    let device: () throws -> Device = { [unowned machine = c.machine] in
      try RunningScript.current(machine).device
    }
    c.classMethod("locationServicesEnabled", .none, "Returns whether the global switch is on.") {
      locationServicesEnabled(on: try device())
    }
    c.classMethod("authorizationStatus", .one, "Returns what this app may do, a `kCLAuthorizationStatus…`.") {
      authorizationStatus(on: try device()).rawValue
    }
    c.classMethod("regionMonitoringAvailable", .none, "Returns whether the hardware can watch regions.") {
      regionMonitoringAvailable(on: try device())
    }
    c.classMethod("regionMonitoringEnabled", .none, "Returns whether region monitoring is switched on now.") {
      regionMonitoringEnabled(on: try device())
    }
    c.classMethod(
      "isMonitoringAvailableForClass", ["class"], .none, "Returns whether regions of a class can be watched."
    ) { (_: LuaAny) in regionMonitoringAvailable(on: try device()) }
  }

  /// The functions that the host looks for in a manager's delegate.
  static let delegateRecord = LuaCatalog.Delegate(
    name: "CLLocationManagerDelegate", summary: "Functions that a location manager calls.",
    functions: [
      function(
        "didUpdateToLocation", [("newLocation", "CLLocation"), ("oldLocation", "CLLocation?")],
        "A new location, and the one before.", "locationManager:didUpdateToLocation:fromLocation:"),
      function(
        "didUpdateLocations", [("locations", "CLLocation[]")],
        "New locations, oldest first; replaces `didUpdateToLocation`.", "locationManager:didUpdateLocations:"),
      function(
        "didFailWithError", [("error", "NSError")],
        "No location or heading is available.", "locationManager:didFailWithError:"),
      function(
        "didChangeAuthorizationStatus", [("status", "integer")],
        "The user changed what this app may do.", "locationManager:didChangeAuthorizationStatus:"),
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
        "The answer to `requestStateForRegion`, a `CLRegionState…`.",
        "locationManager:didDetermineState:forRegion:"),
      function(
        "didUpdateHeading", [("newHeading", "CLHeading")],
        "A new heading.", "locationManager:didUpdateHeading:"),
      function(
        "locationManagerShouldDisplayHeadingCalibration", [],
        "The compass is inaccurate: return whether to show the calibration panel.",
        "locationManagerShouldDisplayHeadingCalibration:", result: "boolean?"),
    ] + serviceFunctions)

  static func function(
    _ name: String, _ parameters: [(String, String)], _ summary: String, _ selector: String,
    result: String? = nil
  ) -> LuaCatalog.DelegateFunction {
    let all = [LuaCatalog.Parameter("manager", "CLLocationManager")] + parameters.map { .init($0.0, $0.1) }
    return LuaCatalog.DelegateFunction(
      LuaCatalog.Function(name, all, result: result, summary: summary), selector: selector)
  }
}
