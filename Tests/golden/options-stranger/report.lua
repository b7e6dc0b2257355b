local app, count = {}, 0
function app:didExitRegion() count = count + 1 end
local garden = CLCircularRegion(CLLocationCoordinate2DMake(45.4526, 14.0182), 60, "garden")
CLLocationManager.new{ delegate = app }:startMonitoringForRegion(garden, 10)
geoscript.onFinish(function() geoscript.alert{ title = count .. " walks", late = true } end)
