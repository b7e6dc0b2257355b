-- Updates and regions through every status; a region is registered anew at each of them.
local names = {
  [kCLAuthorizationStatusNotDetermined] = "notDetermined", [kCLAuthorizationStatusRestricted] = "restricted",
  [kCLAuthorizationStatusDenied] = "denied", [kCLAuthorizationStatusAuthorizedAlways] = "always",
  [kCLAuthorizationStatusAuthorizedWhenInUse] = "whenInUse",
}
local app = {}
local manager = CLLocationManager.new{ delegate = app, desiredAccuracy = kCLLocationAccuracyBest }
local count = 0
local function register()
  count = count + 1
  manager:startMonitoringForRegion(CLCircularRegion.new{
    identifier = "place " .. count, center = CLLocationCoordinate2DMake(0, 10 + count), radius = 300 })
end
function app.didUpdateToLocation(_, new) print("fix", new.coordinate.longitude) end
function app.didFailWithError(_, problem) print("error", problem.code, problem) end
function app.didChangeAuthorizationStatus(_, status)
  print("status", names[status], CLLocationManager:locationServicesEnabled())
  register()
end
function app.didEnterRegion(_, region) print("in", region.identifier) end
function app.didExitRegion(_, region) print("out", region.identifier) end
function app.didStartMonitoringForRegion(_, region) print("watched", region.identifier) end
function app.monitoringDidFailForRegion(_, region, problem) print("not watched", region.identifier, problem.code) end
manager:startUpdatingLocation()
register()
geoscript.onFinish(function() print(#manager.monitoredRegions, "regions") end)
