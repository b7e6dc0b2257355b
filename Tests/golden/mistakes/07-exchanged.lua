local app = {}
local home = CLCircularRegion.new{ center = CLLocationCoordinate2DMake(14.02, 45.45), radius = 100, identifier = "home" }
function app:didExitRegion(manager, region) geoscript.alert{ title = "left " .. region.identifier } end
CLLocationManager.new{ delegate = app }:startMonitoringForRegion(home)
