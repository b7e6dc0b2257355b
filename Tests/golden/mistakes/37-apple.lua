local manager = CLLocationManager()
manager:startMonitoringLocationPushes()
local request = MKLocalPointsOfInterestRequest(manager.location.coordinate, 500)
