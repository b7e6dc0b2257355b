local app = {}
function app:didEnterRegion() geoscript.send("lights", "ON") end
function app:didExitRegion()
  geoscript.send("lights", "OFF")
  geoscript.row("walks", { at = "garden" })
end
local garden = CLCircularRegion(CLLocationCoordinate2DMake(45.4526, 14.0182), 60, "garden")
CLLocationManager.new{ delegate = app }:startMonitoringForRegion(garden, 10)
