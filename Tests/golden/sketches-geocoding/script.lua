-- The sketches S7 to S9 of the guide's listings, as written there, in one script: what stands between two of them is
-- marked «glue» and gives them the values that they suppose a script to have.
-- luacheck: ignore 212 432

-- glue: an app that pins each place it comes to.
local map = MKMapView.new{ frame = CGRectMake(0, 0, 320, 480) }
local app = {}
local MapLocation = NSObject:subclass("MapLocation")
function MapLocation:init(coord)
  self.coordinate = coord
  return self
end

-- S7: listing 3-1 (4-1), reverse geocoding with a closure.
local function addMoreInfo(annotation)
  local view = map:viewForAnnotation(annotation)
  if view and not view.rightCalloutAccessoryView then
    view.canShowCallout = true
    view.rightCalloutAccessoryView = UIButton:buttonWithType(UIButtonTypeDetailDisclosure)
  end
end

function app:geocodeLocation(location, annotation)
  self.geocoder = self.geocoder or CLGeocoder.new{}
  self.geocoder:reverseGeocodeLocation(location, function(placemarks, err)
    if err then print("geocode failed", err.code) return end
    if #placemarks > 0 then
      annotation.placemark = placemarks[1]
      addMoreInfo(annotation)
    end
  end)
end
-- glue
function app:lookUp(location) -- S8, once more for each place
  -- S8: listing 3-2, reverse geocoding with a delegate.
  local function annotationForCoordinate(coord)
    for _, a in ipairs(map.annotations) do
      if a:isKindOfClass(MapLocation)
          and a.coordinate.latitude == coord.latitude
          and a.coordinate.longitude == coord.longitude then
        return a
      end
    end
  end

  local lookup = {}
  function lookup:didFindPlacemark(geocoder, placemark)
    local a = annotationForCoordinate(placemark.coordinate)
    if not a then return end
    a.placemark = placemark
    addMoreInfo(a)
  end
  function lookup:didFailWithError(geocoder, err) print("no place information") end

  local once = MKReverseGeocoder.new{ coordinate = location.coordinate, delegate = lookup }
  once:start()                                   -- one request per object
end

-- S9: forward geocoding snippet.
CLGeocoder.new{}:geocodeAddressString("1 infinite loop, cupertino", function(placemarks, err)
  for _, p in ipairs(placemarks or {}) do
    print(p.name, p.locality, p.location.coordinate.latitude)
  end
end)

-- glue: a place every ten minutes, by turns in the one way and the other; a second later it is known.
local function show(annotation)
  local view, p = map:viewForAnnotation(annotation), annotation.placemark
  print(string.format("%.4f, %.4f", annotation.coordinate.latitude, annotation.coordinate.longitude),
    p and (p.ocean or p.locality or p.name), p and p.ISOcountryCode,
    p and view.rightCalloutAccessoryView and "with a button")
end
local count = 0
function app:didUpdateLocations(manager, locations)
  local location = locations[#locations]
  local annotation = MapLocation(location.coordinate)
  map:addAnnotation(annotation)
  map.centerCoordinate = location.coordinate
  count = count + 1
  if count % 2 == 1 then self:geocodeLocation(location, annotation) else self:lookUp(location) end
  geoscript.after(1, function() show(annotation) end)
end
local manager = CLLocationManager.new{ delegate = app }
manager:startUpdatingLocation()
