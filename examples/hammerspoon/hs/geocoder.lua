-- Hammerspoon's hs.location.geocoder (hammerspoon.org/docs/hs.location.geocoder.html) on CLGeocoder.
--
-- Differences: answers come from the gazetteer, without a network; --geocoder names another one.
local geocoder = {}
local Request = {}
Request.__index = Request

local names = {
  "administrativeArea", "subAdministrativeArea", "areasOfInterest", "country", "inlandWater", "locality", "subLocality",
  "name", "ocean", "postalCode", "thoroughfare", "subThoroughfare", "timeZone",
  "addressDictionary",
}

-- A placemarkTable.
local function tableOf(placemark)
  local found = { countryCode = placemark.ISOcountryCode, __luaSkinType = "CLPlacemark" }
  for _, name in ipairs(names) do found[name] = placemark[name] end
  local fix, region = placemark.location, placemark.region
  if fix then
    found.location = {
      latitude = fix.coordinate.latitude, longitude = fix.coordinate.longitude, altitude = fix.altitude,
      horizontalAccuracy = fix.horizontalAccuracy, timestamp = fix.timestamp:timeIntervalSince1970(),
    }
  end
  if region then
    found.region = {
      identifier = region.identifier, latitude = region.center.latitude, longitude = region.center.longitude,
      radius = region.radius,
    }
  end
  return found
end

-- Starts a request and returns the object that can cancel it.
local function request(fn, start)
  local object = setmetatable({ geocoder = CLGeocoder() }, Request)
  start(object.geocoder, function(placemarks, err)
    if not placemarks then return fn(false, err.localizedDescription) end
    local found = {}
    for i, placemark in ipairs(placemarks) do found[i] = tableOf(placemark) end
    fn(true, found)
  end)
  return object
end

function geocoder.lookupLocation(place, fn)
  return request(fn, function(service, handler)
    service:reverseGeocodeLocation(CLLocation(place.latitude or 0, place.longitude or 0), handler)
  end)
end

function geocoder.lookupAddress(address, fn)
  return request(fn, function(service, handler) service:geocodeAddressString(address, handler) end)
end

-- A regionTable before the function prefers places in it.
function geocoder.lookupAddressNear(address, near, fn)
  if not fn then return geocoder.lookupAddress(address, near) end
  local center = CLLocationCoordinate2D(near.latitude or 0, near.longitude or 0)
  local region = CLCircularRegion(center, near.radius or 0, near.identifier or "near")
  return request(fn, function(service, handler) service:geocodeAddressString(address, region, handler) end)
end

function Request:geocoding() return self.geocoder.isGeocoding end

function Request:cancel()
  self.geocoder:cancelGeocode()
  return self
end

return geocoder
