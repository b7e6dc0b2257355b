local function begin()
  local app = {}
  function app:didExitRegion(manager, region) geoscript.alert{ title = "left" } end
  local manager = CLLocationManager.new{ delegate = app }
  manager:startMonitoringForRegion(
    CLCircularRegion.new{ identifier = "yard", center = CLLocationCoordinate2D(45.45, 14.02), radius = 100 })
end
