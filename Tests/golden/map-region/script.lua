-- A map of the profile's screen, moved at once and animated, by the script and by its own delegate.
local function at(latitude, longitude) return CLLocationCoordinate2DMake(latitude, longitude) end
local vienna = MKCoordinateRegionMake(at(48.2, 16.37), MKCoordinateSpanMake(0.3, 0.3))

local map = MKMapView.new{}
print(string.format("a map of %g x %g", map.frame.size.width, map.frame.size.height))

local function shown()
  local region = map.region
  return string.format("%.4f, %.4f, %.4f wide, %g up", region.center.latitude, region.center.longitude,
    region.span.longitudeDelta, map.camera.heading)
end

-- What the delegate is to do at the next `did`.
local next
map.delegate = {
  -- The map reads as before the change.
  regionWillChangeAnimated = function(_, animated) print("leaves " .. shown(), animated) end,
  regionDidChangeAnimated = function(_, animated)
    print("shows " .. shown(), animated)
    local act = next
    next = nil
    if act then act() end
  end,
  mapViewDidFinishRenderingMap = function(_, fully) print("rendered", fully) end,
}

geoscript.after(1, function()
  map.region = vienna
  map.region = map.region                       -- changes nothing: no call
end)
-- S12: doubling both deltas is one level; S11: half a width to the left, while that still runs.
geoscript.after(2, function()
  local wider = map.region
  wider.span.longitudeDelta = wider.span.longitudeDelta * 2
  wider.span.latitudeDelta = wider.span.latitudeDelta * 2
  map:setRegion(wider, true)
end)
geoscript.after(2.2, function()
  map:setCenterCoordinate(map:convertPoint(CGPointMake(1, map.frame.size.height / 2), map), true)
end)
-- A change that the callback of another makes.
geoscript.after(3, function()
  next = function() map.centerCoordinate = at(0, 179.9) end
  local camera = map.camera
  camera.heading = 45
  map.camera = camera
end)
-- Suspended, it hears of the end later.
geoscript.after(19.9, function() map:setCenterCoordinate(at(-30, 20), true) end)
-- When the app ends, so does its map.
geoscript.after(49.9, function() map:setCenterCoordinate(at(30, 20), true) end)
