-- Requesting authorization to use location services: the delegate's function decides what the app offers.
-- https://developer.apple.com/documentation/corelocation/requesting-authorization-to-use-location-services
-- run: --from permission.ndjson --profile undecided.json
local app = {}
local locationManager = CLLocationManager()

local function enableLocationFeatures() print("enabled") locationManager:startUpdatingLocation() end
local function disableLocationFeatures() print("disabled") locationManager:stopUpdatingLocation() end

function app:locationManagerDidChangeAuthorization(manager)
  local status = manager.authorizationStatus
  if status == kCLAuthorizationStatusAuthorizedWhenInUse then
    enableLocationFeatures()
  elseif status == kCLAuthorizationStatusRestricted or status == kCLAuthorizationStatusDenied then
    disableLocationFeatures()
  elseif status == kCLAuthorizationStatusNotDetermined then
    print("asked")
    manager:requestWhenInUseAuthorization()
  end
end

function app:didUpdateLocations(_, locations) print("location", locations[#locations].coordinate) end
function app:didFailWithError(_, err) print("failed", err.code == kCLErrorDenied) end

-- Apple: the delegate hears of the status as soon as the manager exists, and at each change.
locationManager.delegate = app
