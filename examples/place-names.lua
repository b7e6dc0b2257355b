-- The places that a track passes, as pins with their names: asked for after 2 km, and once in five minutes at most.
local pace = { metres = 2000, seconds = 300, near = 5000 }
local map = MKMapView.new{}
local geocoder = CLGeocoder.new{}
local app, asked, latest = {}, nil, nil

-- "Ljubljana, Slovenia", or "near" it; on a lake or at sea the name of the water.
local function name(place, location)
  local here = place.inlandWater or place.ocean or place.subLocality or place.locality or place.administrativeArea
  if not here then return place.country or place.name end
  if place.location:distanceFromLocation(location) > pace.near then here = "near " .. here end
  return place.country and here .. ", " .. place.country or here
end

local function show(location, placemarks, err)
  if err then return print(location.timestamp:format("%H:%M"), geoscript.device.name, err.localizedDescription) end
  local found = name(placemarks[1], location)
  if found == latest then return end
  latest = found
  print(location.timestamp:format("%H:%M"), geoscript.device.name, found)
  map:addAnnotation(MKPointAnnotation(location.coordinate, found))
end

-- Apple asks apps to geocode anew only after a significant movement, which the filter sees to, and a reasonable time.
function app:didUpdateLocations(_, locations)
  local location = locations[#locations]
  if asked and location.timestamp - asked < pace.seconds then return end
  asked = location.timestamp
  geocoder:reverseGeocodeLocation(location, function(placemarks, err) show(location, placemarks, err) end)
end

local manager = CLLocationManager.new{ delegate = app }
manager.distanceFilter = pace.metres
manager:startUpdatingLocation()
geoscript.onFinish(function() map:showAnnotations(map.annotations, false) end)
