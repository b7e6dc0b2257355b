function didExitRegion(manager, region) geoscript.alert{ title = "left" } end
local manager = CLLocationManager.new{ delegate = self }
manager:startMonitoringForRegion(
  CLCircularRegion.new{ identifier = "yard", center = CLLocationCoordinate2D(45.45, 14.02), radius = 100 })
