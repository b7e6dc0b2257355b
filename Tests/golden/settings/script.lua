-- A region and standard updates through everything that a user and the sky can do.
local app = {}
function app.didUpdateToLocation(_, new, old)
  print("fix", new.coordinate.longitude, old and old.coordinate.longitude)
end
function app.didFailWithError(_, problem)
  print("error", problem.domain, problem.code, problem.code == kCLErrorDenied)
end
function app.didChangeAuthorizationStatus(_, status)
  print("authorization", status, status == kCLAuthorizationStatusDenied, CLLocationManager:locationServicesEnabled())
end
function app.didEnterRegion(_, region) print("in", region.identifier) end
function app.didExitRegion(_, region) print("out", region.identifier) end
function app.monitoringDidFailForRegion(_, region, problem)
  print("not watched", region and region.identifier, problem)
end
local manager = CLLocationManager.new{ delegate = app }
manager:startUpdatingLocation()
manager:startMonitoringForRegion(
  CLCircularRegion.new{ identifier = "depot", center = CLLocationCoordinate2DMake(0, 10), radius = 300 })
