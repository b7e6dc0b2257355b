import Geo
import LuaBridge

extension CLLocationManager {
  static func bindMaking(_ c: LuaBinder<CLLocationManager>) {
    c.initializer { [unowned machine = c.machine] in
      let script = try RunningScript.current(machine)
      guard script.app == nil else {
        throw LuaMessage(
          script.recorderHooks != nil
            ? "with --otr one script has all devices: leave --otr out for a script that makes location managers"
            : "a group script has several devices: write family:device(name):locationManager()")
      }
      return make(on: script.device, for: script)
    }
    c.property("device", .none, "The device of a group that it belongs to; nil in a script for each device.")
    {
      [unowned machine = c.machine] me in
      try me.device.flatMap { try RunningScript.current(machine).app?.group.member(named: $0.name) }
    }
  }

  /// Makes a manager for a script. Its userdata lives as long as the device keeps the manager.
  static func make(on device: Device, for script: RunningScript) -> CLLocationManager {
    let manager = CLLocationManager(device: device)
    manager.onHoldChange = { [unowned manager, unowned script] isHeld in
      if isHeld { script.environment.hold(manager) } else { script.environment.letGo(manager) }
    }
    manager.reportAuthorization()
    return manager
  }
}
