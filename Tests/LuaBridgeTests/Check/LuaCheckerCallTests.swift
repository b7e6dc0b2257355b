import LuaBridge
import Testing

/// What a script calls, and what it means the host to call.
extension LuaSyntaxTests.Check {
  @Test(arguments: [
    (
      "CLCircularRegion.new{ center = c, raduis = 5, identifier = 'x' }",
      "unknown global 'c'|unknown field 'raduis' in CLCircularRegion.new (did you mean 'radius'?)"
    ),
    (
      "CLCircularRegion.new{ radius = 5, identifier = 'x' }",
      "missing field 'center' in CLCircularRegion.new"
    ),
    (
      "CLLocationManager.new{ location = 1 }",
      "cannot assign to read-only property 'location' of CLLocationManager"
    ),
    (
      "CLLocationManager.new{ distanceFilter = '500' }",
      "bad value for 'distanceFilter' (number expected, got string: write 500, without quotes)"
    ),
    (
      "CLLocationManager.new(5)",
      "'new' takes a table of fields: write CLLocationManager(…) for arguments in order"
    ),
    ("CLHeading()", "CLHeading cannot be made by a script"),
    ("CLLocation(1)", "too few arguments to 'CLLocation' (missing 'longitude')"),
    ("CLLocation(1, 2, 3)", "too many arguments to 'CLLocation' (takes 2 arguments, got 3)"),
    (
      "CLLocationCoordinate2DMake('1', 2)",
      "bad argument #1 to 'CLLocationCoordinate2DMake' (number expected, got string: write 1, without quotes)"
    ),
    (
      "local m = CLLocationManager()\nm:startMonitoringForRegion(true, 'x')",
      "bad argument #1 to 'startMonitoringForRegion' (CLRegion expected, got boolean)|bad argument #2 to 'startMonitoringForRegion' (number expected, got string)"
    ),
    (
      "local m = CLLocationManager()\nm:startUpdatingLocation(1)",
      "too many arguments to 'startUpdatingLocation' (takes none, got 1)"
    ),
    (
      "local m = CLLocationManager()\nm:startMonitoringForRegion()",
      "too few arguments to 'startMonitoringForRegion' (missing 'region')"
    ),
    ("geoscript.after(5)", "too few arguments to 'after' (missing 'fn')"),
    ("geoscript.after(5, 'x')", "bad argument #2 to 'after' (function expected, got string)"),
    (
      "local m = CLLocationManager()\nm.desiredAccuracy = true",
      "bad value for 'desiredAccuracy' (number expected, got boolean)"
    ),
  ])
  func arguments(source: String, messages: String) { expect(source, messages) }

  @Test(arguments: [
    (
      "local app = {}\nfunction app:didEnterRegoin(manager, region) end",
      "warning: the host never calls 'didEnterRegoin' (did you mean 'didEnterRegion'?)"
    ),
    (
      "local m = CLLocationManager.new{ delegate = { didUpdateHeadin = function(m, h) end } }",
      "warning: the host never calls 'didUpdateHeadin' (did you mean 'didUpdateHeading'?)"
    ),
    (
      "local d = {}\nd.viewForOverlays = function(map, o) end",
      "warning: the host never calls 'viewForOverlays' (did you mean 'viewForOverlay'?)"
    ),
    (
      "local app = {}\nfunction app:didEnterRegion(region) end",
      "warning: 'didEnterRegion' is called with manager, region: here 'region' is the manager"
    ),
    (
      "local m = CLLocationManager.new{ delegate = { didUpdateLocations = function(locations) end } }",
      "warning: 'didUpdateLocations' is called with manager, locations: here 'locations' is the manager"
    ),
    (
      "local app = {}\nfunction app:locationManager_didEnterRegion(manager, region) end",
      "warning: the host never calls 'locationManager_didEnterRegion' (did you mean 'didEnterRegion'?)"
    ),
    (
      "local app = {}\nfunction app:locationManagerDidEnterRegion(manager, region) end",
      "warning: the host never calls 'locationManagerDidEnterRegion' (did you mean 'didEnterRegion'?)"
    ),
    (
      "local app = {}\nfunction app:locationManager(manager, locations) end",
      "warning: the host never calls 'locationManager': name the function after the next part of the selector"
    ),
    (
      "local app = {}\nfunction app:didEnterRegion(manager, region) print(region.identifer) end",
      "unknown member 'identifer' of CLRegion (did you mean 'identifier'?)"
    ),
    (
      "local m = CLLocationManager()\nm.delegate = { didUpdateToLocation = function(manager, new) print(new.cordinate) end }",
      "unknown member 'cordinate' of CLLocation (did you mean 'coordinate'?)"
    ),
    (
      "local d = {}\nlocal function entered(manager) manager.delegat = nil end\nd.didExitRegion = entered\nCLLocationManager().delegate = d",
      "unknown member 'delegat' of CLLocationManager (did you mean 'delegate'?)"
    ),
    (
      "local app = {}\nfunction app:didUpdateLocations(manager, locations)\n  print(locations[#locations].timestmp)\nend",
      "unknown member 'timestmp' of CLLocation (did you mean 'timestamp'?)"
    ),
  ])
  func delegates(source: String, messages: String) { expect(source, messages) }
}
