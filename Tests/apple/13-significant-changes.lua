-- Getting the current location of a device: the significant-change location service, and a launch by it.
-- https://developer.apple.com/documentation/corelocation/getting-the-current-location-of-a-device
-- run: --from day.ndjson
local app = { count = 0 }
local locationManager = CLLocationManager()

local function startReceivingSignificantLocationChanges()
  if locationManager.authorizationStatus ~= kCLAuthorizationStatusAuthorizedAlways then return end
  if not CLLocationManager:significantLocationChangeMonitoringAvailable() then return end
  locationManager.delegate = app
  locationManager:startMonitoringSignificantLocationChanges()
end

function app:didUpdateLocations(_, locations)
  self.count = self.count + 1
  -- Apple: about each 500 meters, and not more often than each five minutes.
  local lastLocation = locations[#locations]
  if self.last then
    assert(lastLocation:distanceFromLocation(self.last) >= 500)
    assert(geoscript.now() - self.time >= 300)
  end
  self.last, self.time = lastLocation, geoscript.now()
end

startReceivingSignificantLocationChanges()
geoscript.onFinish(function()
  print("changes", app.count)
  locationManager:stopMonitoringSignificantLocationChanges()
end)
