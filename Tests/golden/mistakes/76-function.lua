local function didExitRegion(manager, region) geoscript.alert{ title = "left" } end
local manager = CLLocationManager()
manager.delegate = didExitRegion
manager:startMonitoringForRegion(
  CLCircularRegion.new{ identifier = "yard", center = CLLocationCoordinate2D(45.45, 14.02), radius = 100 })
