local app = {}
function app:didDetermineState(manager, state, region)
  if state == "outside" then geoscript.alert{ title = "out" } end
end
local manager = CLLocationManager.new{ delegate = app }
manager:startMonitoringForRegion(
  CLCircularRegion.new{ identifier = "yard", center = CLLocationCoordinate2D(45.45, 14.02), radius = 100 })
