-- A depot that wants to know who stays ten minutes; an exit needs a minute to be believed.
local app = {}
function app.didDwellInRegion(_, region)
  geoscript.alert{ title = "stays", body = region.identifier }
end
function app.didEnterRegion() end
function app.didExitRegion() end
local manager = CLLocationManager.new{ delegate = app }
local depot = CLCircularRegion.new{
  identifier = "depot", center = CLLocationCoordinate2DMake(0, 10), radius = 500,
}
depot.dwell = 600
depot.exitDelay = 60
manager:startMonitoringForRegion(depot, 0)
