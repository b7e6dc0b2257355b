-- Starts at once, asks for more when it has something, and says what comes of it.
local app = {}
local manager = CLLocationManager.new{ delegate = app }
function app.didUpdateToLocation(_, new) print("fix", new.coordinate.longitude) end
function app.didFailWithError(_, problem) print("error", problem.code) end
function app.didChangeAuthorizationStatus(m, status)
  print("status", status)
  if status == kCLAuthorizationStatusAuthorizedWhenInUse then m:requestAlwaysAuthorization() end
end
function app.didStartMonitoringForRegion(_, region) print("watched", region.identifier) end
function app.monitoringDidFailForRegion(_, region, problem) print("not watched", region.identifier, problem.code) end
manager:requestWhenInUseAuthorization()
manager:startUpdatingLocation()
manager:startMonitoringForRegion(
  CLCircularRegion.new{ identifier = "home", center = CLLocationCoordinate2DMake(0, 10), radius = 300 })
