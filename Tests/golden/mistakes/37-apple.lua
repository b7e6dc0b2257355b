local manager = CLLocationManager()
if manager.accuracyAuthorization then manager:startUpdatingLocation() end
local request = MKLocalPointsOfInterestRequest(manager.location.coordinate, 500)
