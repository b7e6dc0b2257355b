-- Converting between coordinates and user-friendly place names: lookUpCurrentLocation.
-- https://developer.apple.com/documentation/corelocation/converting-between-coordinates-and-user-friendly-place-names
-- run: --from park.ndjson
local locationManager = CLLocationManager()
local app = {}

local function lookUpCurrentLocation(completionHandler)
  local lastLocation = locationManager.location
  if lastLocation then
    local geocoder = CLGeocoder()
    geocoder:reverseGeocodeLocation(lastLocation, function(placemarks, error)
      if error == nil then completionHandler(placemarks[1]) else completionHandler(nil) end
    end)
  else
    completionHandler(nil)
  end
end

function app:didUpdateLocations(manager)
  manager:stopUpdatingLocation()
  lookUpCurrentLocation(function(placemark)
    -- Apple Park is in Cupertino, Santa Clara County, California.
    print(placemark.locality, placemark.administrativeArea, placemark.ISOcountryCode)
  end)
end

lookUpCurrentLocation(function(placemark) assert(placemark == nil) end)
locationManager.delegate = app
locationManager:startUpdatingLocation()
