-- GeocoderDemo: ForwardViewController with a hint, and DistanceViewController.
-- https://developer.apple.com/library/archive/samplecode/GeocoderDemo
-- run:
local geocoder = CLGeocoder()
local selected = {}

local function displayPlacemarks(placemarks) print(#placemarks > 0, placemarks[1].locality, placemarks[1].country) end

local function displayError(error)
  local message
  if error.code == kCLErrorNetwork then
    message = "kCLErrorNetwork"
  elseif error.code == kCLErrorGeocodeFoundNoResult then
    message = "kCLErrorGeocodeFoundNoResult"
  elseif error.code == kCLErrorGeocodeCanceled then
    message = "kCLErrorGeocodeCanceled"
  else
    message = error.localizedDescription
  end
  print("An error occurred.", message)
end

local function performStringGeocode(address, hint)
  local region = CLCircularRegion(hint, 100000, "Hint Region")
  geocoder:geocodeAddressString_inRegion_completionHandler(address, region, function(placemarks, error)
    if error then return displayError(error) end
    table.insert(selected, placemarks[1].location)
    displayPlacemarks(placemarks)
  end)
end

-- Two places have that name: the hint decides.
performStringGeocode("Paris", CLLocationCoordinate2DMake(48.85, 2.35))
-- Apple: one request at a time; a second one is refused.
performStringGeocode("Berlin", CLLocationCoordinate2DMake(52.5, 13.4))
geoscript.after(1, function() performStringGeocode("London", CLLocationCoordinate2DMake(51.5, -0.1)) end)

local function distanceBetweenCoordinates()
  local to = CLLocation(selected[1].coordinate.latitude, selected[1].coordinate.longitude)
  local from = CLLocation(selected[2].coordinate.latitude, selected[2].coordinate.longitude)
  return to:distanceFromLocation(from)
end

geoscript.onFinish(function()
  -- London to Paris: 344 km as the crow flies.
  print(string.format("%.0f km (as the crow flies)", distanceBetweenCoordinates() / 1000))
end)
