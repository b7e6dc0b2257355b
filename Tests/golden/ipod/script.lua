-- What a device without GPS, compass and region hardware says and does.
UIRequiredDeviceCapabilities = { "location-services" }
local app = {}
function app.didUpdateToLocation(_, new) print("fix", new.coordinate.longitude, new.horizontalAccuracy) end
function app.didFailWithError(_, problem)
  print("error", problem.code == kCLErrorNetwork and "network" or problem.code)
end
function app.monitoringDidFailForRegion(_, region, problem)
  print("not watched", region.identifier, problem.code == kCLErrorRegionMonitoringFailure, problem)
end
local manager = CLLocationManager.new{ delegate = app }
print("services", CLLocationManager:locationServicesEnabled(), CLLocationManager:authorizationStatus())
print("regions", CLLocationManager:regionMonitoringAvailable(), CLLocationManager:regionMonitoringEnabled(),
  CLLocationManager:isMonitoringAvailableForClass(CLCircularRegion), manager.maximumRegionMonitoringDistance)
manager:startMonitoringForRegion(
  CLCircularRegion.new{ identifier = "cafe", center = CLLocationCoordinate2DMake(0, 10), radius = 100 })
manager:startUpdatingLocation()
