local app = {}
function app.didEnterRegion(r) print("in " .. r.identifier) end
function app:didExitRegion(place) geoscript.alert{ title = place.identifier } end
local manager = CLLocationManager.new{ delegate = app }
manager:startMonitoringForRegion(
  CLCircularRegion.new{ identifier = "yard", center = CLLocationCoordinate2D(45.45, 14.02), radius = 100 })
