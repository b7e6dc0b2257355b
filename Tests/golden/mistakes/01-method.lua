local app = {}
local home = CLCircularRegion.new{ center = CLLocationCoordinate2DMake(45.45, 14.02), radius = 100, identifier = "home" }
function app:didExitRegion(manager, region) geoscript.alert{ title = "left " .. region.identifier } end
local manager = CLLocationManager.new{ delegate = app }
manager:startMonitoringForRegoin(home)
