import Geo
import LuaBridge

/// Region monitoring, and the distance to other devices.
extension CLLocationManager {
  static func bindRegions(_ c: LuaBinder<CLLocationManager>) {
    c.property(
      "maximumSpeed", .metersPerSecond,
      "The highest plausible speed. A faster fix counts only once the next one confirms it. nil for no limit."
    ) {
      $0.maximumSpeed.map { Number($0) }
    } set: { (me: CLLocationManager, value: Number?) in
      if let value, !(value.value > 0) {
        throw LuaMismatch("speed above 0 m/s or nil expected, got \(value.value)")
      }
      me.maximumSpeed = value?.value
    }
    c.property(
      "regionPolicy", .none,
      "The crossing policy of regions registered from now on: `guide`, `apple` (adds 200 m, 20 s) or `raw`."
    ) {
      $0.regionPolicy.rawValue
    } set: { (me: CLLocationManager, value: String) in
      guard let policy = RegionPolicy(rawValue: value) else {
        throw LuaMismatch("unknown region policy '\(value)': write guide, apple or raw")
      }
      me.regionPolicy = policy
    }
    c.property("monitoredRegions", .none, "All regions monitored by any manager, by identifier.") {
      $0.monitoredRegions
    }
    c.property(
      "maximumRegionMonitoringDistance", .meters,
      "The largest radius that can be monitored; −1 if monitoring is unavailable."
    ) {
      $0.maximumRegionMonitoringDistance
    }
    bindMonitoring(c)
  }

  private static func bindMonitoring(_ c: LuaBinder<CLLocationManager>) {
    c.method(
      "startMonitoringForRegion", ["region", "desiredAccuracy"],
      "Starts monitoring a region. The accuracy is the distance past the edge that counts as a crossing."
    ) { [unowned machine = c.machine] (me: CLLocationManager, region: CLRegion, accuracy: Double?) in
      try requireRoom(me)
      let script = try RunningScript.current(machine)
      try script.hold(region)
      script.registered.add(region, on: me.device)
      script.chargingRegion(region.identifier) {
        me.startMonitoring(for: region, desiredAccuracy: accuracy ?? me.desiredAccuracy)
      }
    }
    c.alias("startMonitoringForRegion_desiredAccuracy", of: "startMonitoringForRegion")
    c.method(
      "startMonitoringForRegions", ["regions", "desiredAccuracy"],
      "Starts monitoring many regions at once. Devices that monitor the same set share one index."
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
    c.method("stopMonitoringForRegion", ["region"], "Stops monitoring the region with this identifier.") {
      [unowned machine = c.machine] (me: CLLocationManager, region: CLRegion) in
      let script = try RunningScript.current(machine)
      script.chargingRegion(region.identifier) { me.stopMonitoring(for: region) }
      script.letGo(of: region)
    }
    c.method(
      "requestStateForRegion", ["region"],
      "Asks whether the device is inside; `didDetermineState` gets the answer."
    ) {
      (me: CLLocationManager, region: CLRegion) in
      try requireRoom(me)
      me.requestState(for: region)
    }
  }

  static func bindProximity(_ c: LuaBinder<CLLocationManager>) {
    c.method(
      "startMonitoringProximity", ["device", "meters", "exitMeters", "maximumAge"],
      "Monitors the distance to another device; the delegate gets `didEnterRegion` and `didExitRegion` with "
        + "a `ProximityRegion`."
    ) { (me: CLLocationManager, device: String, meters: Number, exitMeters: Number?, maximumAge: Number?) in
      try requireRoom(me)
      me.startMonitoringProximity(
        to: device, radius: meters.value, exitRadius: exitMeters?.value,
        maximumAge: maximumAge?.value ?? ProximityWatch.defaultMaximumAge)
    }
    c.method("stopMonitoringProximity", ["device"], "Stops monitoring the distance to that device.") {
      (me: CLLocationManager, device: String) in me.stopMonitoringProximity(to: device)
    }
  }
}
