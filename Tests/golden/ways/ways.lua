local app = {}

function app:didEnterRegion(_, region) geoscript.alert{ title = "At the " .. region.identifier } end

CLLocationManager.new{ delegate = app }:startMonitoringForRegion(CLCircularRegion.new{
  identifier = "gate", center = CLLocationCoordinate2DMake(45.001, 14), radius = 50,
})
