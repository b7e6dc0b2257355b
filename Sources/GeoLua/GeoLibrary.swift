import Geo
public import LuaBridge

/// Everything that scripts can name besides Lua's own library.
public enum GeoLibrary {
  /// Returns a machine with Core Location, Map Kit and the host modules declared.
  public static func machine(memoryLimit: Int = 1 << 30) -> LuaMachine {
    let machine = LuaMachine(memoryLimit: memoryLimit)
    declareClasses(machine)
    declareGlobals(machine)
    // Regions of the host, such as those of --fences, are there already.
    let hosts = RegionMemory.bytes
    machine.outsideBytes = { RegionMemory.bytes - hosts }
    let modules = ScriptModules()
    machine.onRequire = { try modules.push($0, $1) }
    return machine
  }

  private static func declareClasses(_ machine: LuaMachine) {
    machine.add(CLLocationCoordinate2D.self)
    Graphics.declareStructs(machine)
    Drawing.declareStructs(machine)
    MapGeometry.declareStructs(machine)
    MapViews.declareStructs(machine)
    machine.add(NSObject.self, name: "NSObject", swiftBytes: 32, NSObject.bind)
    machine.tableClass = NSObject.self
    machine.add(DateObject.self, name: "NSDate", swiftBytes: 48, DateObject.bind)
    FoundationClasses.declareClasses(machine)
    machine.add(ErrorObject.self, name: "NSError", swiftBytes: 96, ErrorObject.bind)
    machine.add(CLLocation.self, name: "CLLocation", swiftBytes: 112, CLLocation.bind)
    machine.add(CLPlacemark.self, name: "CLPlacemark", swiftBytes: 600) { CLPlacemark.bind($0) }
    machine.add(CLFloor.self, name: "CLFloor", swiftBytes: 32, CLFloor.bind)
    machine.add(
      CLLocationSourceInformation.self, name: "CLLocationSourceInformation", swiftBytes: 32,
      CLLocationSourceInformation.bind)
    machine.add(CLHeading.self, name: "CLHeading", swiftBytes: 80, CLHeading.bind)
    declareRegions(machine)
    machine.add(
      CLLocationManager.self, name: "CLLocationManager", swiftBytes: 460, CLLocationManager.bind)
    machine.add(CLVisit.self, name: "CLVisit", swiftBytes: 80, CLVisit.bind)
    machine.add(CLGeocoder.self, name: "CLGeocoder", swiftBytes: 240) { CLGeocoder.bind($0) }
    machine.add(DeviceTimer.self, name: "Timer", swiftBytes: 160, DeviceTimer.bind)
    machine.add(ApproachWatch.self, name: "Approach", swiftBytes: 240, ApproachWatch.bind)
    machine.add(TestRun.self, name: "TestRun", swiftBytes: 48, TestRun.bind)
    machine.add(GroupApp.self, name: "GroupApp", swiftBytes: 240) { GroupApp.bind($0) }
    machine.add(GroupMember.self, name: "GroupDevice", swiftBytes: 400) { GroupMember.bind($0) }
    CLMonitor.declareClasses(machine)
    CLLocationUpdate.declareClasses(machine)
    ScriptTask.declareClasses(machine)
    machine.add(CLLocationManager.delegateRecord)
    Drawing.declareClasses(machine)
    Views.declareClasses(machine)
    MapViews.declareClasses(machine)
    MapAnnotations.declareClasses(machine)
    MapOverlays.declareClasses(machine)
    MapSearches.declareClasses(machine)
    Notifications.declareClasses(machine)
    machine.add(MKReverseGeocoder.self, name: "MKReverseGeocoder", swiftBytes: 240) {
      MKReverseGeocoder.bind($0)
    }
    machine.add(MKReverseGeocoder.delegateRecord)
  }

  private static func declareRegions(_ machine: LuaMachine) {
    machine.add(CLRegion.self, name: "CLRegion", swiftBytes: 96, CLRegion.bind)
    machine.add(CLCircularRegion.self, name: "CLCircularRegion", base: CLRegion.self, swiftBytes: 96) {
      CLCircularRegion.bind($0)
    }
    machine.add(PolygonRegion.self, name: "PolygonRegion", base: CLRegion.self, swiftBytes: 160) {
      PolygonRegion.bind($0)
    }
    machine.add(CorridorRegion.self, name: "CorridorRegion", base: CLRegion.self, swiftBytes: 160) {
      CorridorRegion.bind($0)
    }
    machine.add(BoxRegion.self, name: "BoxRegion", base: CLRegion.self, swiftBytes: 320) {
      BoxRegion.bind($0)
    }
    machine.add(CLBeaconRegion.self, name: "CLBeaconRegion", base: CLRegion.self, swiftBytes: 176) {
      CLBeaconRegion.bind($0)
    }
    machine.add(
      CLBeaconIdentityConstraint.self, name: "CLBeaconIdentityConstraint", swiftBytes: 96,
      CLBeaconIdentityConstraint.bind)
    machine.add(CLBeacon.self, name: "CLBeacon", swiftBytes: 128, CLBeacon.bind)
    machine.add(ProximityRegion.self, name: "ProximityRegion", base: CLRegion.self, swiftBytes: 160) {
      ProximityRegion.bind($0)
    }
  }

  private static func declareGlobals(_ machine: LuaMachine) {
    // Globals are searched in this order, so those that nearly every script uses come first.
    machine.globals(declarePrint)
    machine.globals(CLLocationCoordinate2D.declareFunctions)
    machine.globals(LocationConstants.declare)
    machine.globals(FoundationClasses.declareConstants)
    machine.globals(CLMonitor.declareConstants)
    machine.globals(CLLocationUpdate.declareConstants)
    machine.globals(UIApplication.declareConstants)
    machine.globals(UNNotificationSettings.declareConstants)
    machine.globals(MapSearches.declareConstants)
    machine.globals(MapGeometry.declareFunctions)
    machine.globals(MapViews.declareFunctions)
    machine.globals(MapAnnotations.declareConstants)
    machine.globals(Views.declareConstants)
    machine.globals(MapOverlays.declareConstants)
    machine.globals(Graphics.declareFunctions)
    machine.globals(Drawing.declareFunctions)
    machine.module("geoscript", "The host: alerts, timers, files, the device.", GeoscriptModule.declare)
    machine.module("os", "Time, on the device's clock.", ScriptOS.declare)
  }

  /// The catalog of all names, for the checker, the stubs and the reference.
  public static var catalog: LuaCatalog {
    var catalog = machine().catalog
    catalog.cautions = [CLGeocoder.caution]
    catalog.judges = ScriptJudges.all
    catalog.services = CLLocationManager.scriptServices
    catalog.watches = [
      .init(
        "add", of: "CLMonitor", readers: ["events", "record", "monitoringRecordForIdentifier"],
        advice: "nothing reads the monitor: write for event in monitor:events() do … end in a geoscript.task")
    ]
    catalog.starters = starters
    catalog.sentinels = CLLocationManager.scriptSentinels
    catalog.needs = CLLocationManager.scriptNeeds
    catalog.forms = [
      "geoscript.alert": AlertFields.form, "geoscript.app": ScriptUnit.example,
      "GroupApp:when": "{ duration = 600 }",
    ]
    catalog.registrations = [
      .init("startMonitoringForRegion", of: "CLLocationManager", identity: "identifier")
    ]
    return catalog
  }

  /// The services that start each delegate function, by its name.
  public static var starters: [String: [String]] { CLLocationManager.scriptStarters }

  private static func declarePrint(_ g: LuaScope) {
    g.rawFunction(
      LuaCatalog.Function("print", [.init("...", "any")], summary: "Writes a line to standard output.")
    ) { [unowned machine = g.machine] stack in
      let words = stride(from: 1, through: LuaStackWork.count(stack), by: 1).map {
        LuaStackWork.description(stack, $0)
      }
      try RunningScript.current(machine).record(.print(words.joined(separator: "\t")))
      return 0
    }
  }
}
