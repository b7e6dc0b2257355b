-- The sketches S7 to S9 of the guide's listings in one script: what stands between two of them gives them the values
-- that they suppose a script to have.
local _ENV = setmetatable({}, { __index = _ENV })
local function sketch(number) require(string.format("s%02d", number))(_ENV) end

-- An app that pins each place it comes to.
map = MKMapView.new{ frame = CGRectMake(0, 0, 320, 480) }
app = {}
MapLocation = NSObject:subclass("MapLocation")
function MapLocation:init(coord)
  self.coordinate = coord
  return self
end

sketch(7)
-- S8 once for each place.
function app:lookUp(place)
  location = place
  sketch(8)
end

sketch(9)
-- A place every ten minutes, by turns in the one way and the other; a second later it is known.
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
