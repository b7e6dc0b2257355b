-- Getting the current location of a device: the standard location service.
-- https://developer.apple.com/documentation/corelocation/getting-the-current-location-of-a-device
-- run: --from park.ndjson
local app = { count = 0 }
local locationManager = CLLocationManager()

local function startReceivingLocationChanges()
  local authorizationStatus = locationManager.authorizationStatus
  if authorizationStatus ~= kCLAuthorizationStatusAuthorizedWhenInUse
    and authorizationStatus ~= kCLAuthorizationStatusAuthorizedAlways then return end
  if not CLLocationManager:locationServicesEnabled() then return end
  locationManager.desiredAccuracy = kCLLocationAccuracyHundredMeters
  locationManager.distanceFilter = 250.0
  locationManager.activityType = CLActivityTypeFitness
  locationManager.pausesLocationUpdatesAutomatically = true
  locationManager.delegate = app
  locationManager:startUpdatingLocation()
end

function app:didUpdateLocations(_, locations)
  local lastLocation = locations[#locations]
  if self.last then assert(lastLocation:distanceFromLocation(self.last) >= 250) end
  self.last, self.count = lastLocation, self.count + 1
end

function app:didFailWithError(manager, error)
  if error.code == kCLErrorDenied then manager:stopUpdatingLocation() end
end

startReceivingLocationChanges()
-- 1,400 m in steps of 100 m: at 0, 300, 600, 900 and 1,200 m.
geoscript.onFinish(function() print("updates", app.count) end)
