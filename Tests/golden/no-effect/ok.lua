local app = {}
function app:didEnterRegion(_, region) geoscript.alert{ title = "Rex is in the " .. region.identifier } end
function app:didExitRegion(_, region) geoscript.alert{ title = "Rex left the " .. region.identifier, where = "out" } end
local garden = CLCircularRegion(CLLocationCoordinate2DMake(45.4526, 14.0182), 60, "garden")
CLLocationManager.new{ delegate = app }:startMonitoringForRegion(garden, 10)
