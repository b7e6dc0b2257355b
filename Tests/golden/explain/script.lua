local app = {}
function app.didEnterRegion() end
function app.didExitRegion() end
local manager = CLLocationManager.new{ delegate = app }
manager.maximumSpeed = 60
local depot = CLCircularRegion.new{
  identifier = "depot", center = CLLocationCoordinate2DMake(0, 10), radius = 500,
}
depot.enterDelay = 30
depot.minimumAccuracy = 100
manager:startMonitoringForRegion(depot, 20)
manager:startMonitoringForRegion(CLCircularRegion(depot.center, 100, "inner"), 20)
