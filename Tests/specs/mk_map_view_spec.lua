-- The map view as a viewport: what it shows, and between places and points (MG-11 to MG-14, MV-1 to MV-13, F-4).
local spec = require "spec"

local function at(latitude, longitude) return CLLocationCoordinate2DMake(latitude, longitude) end
local function area(latitude, longitude, height, width)
  return MKCoordinateRegionMake(at(latitude, longitude), MKCoordinateSpanMake(height, width or height))
end
local function newMap() return MKMapView.new{ frame = CGRectMake(0, 0, 800, 600) } end
local function width(map) return map.visibleMapRect.size.width end

spec("MKMapView is not to be subclassed (MV-1)", function()
  spec.raises("MKMapView cannot be subclassed", function() MKMapView:subclass("MyMap") end)
end)

-- MV-36: a map without a frame gets the profile's screen, 800×600 by default.
spec("a map without a frame covers the screen of the profile", function()
  spec.equal(MKMapView.new{}.frame, CGRectMake(0, 0, 800, 600))
  spec.equal(MKMapView(CGRectMake(1, 2, 3, 4)).frame, CGRectMake(1, 2, 3, 4))
end)

spec("a new map shows the world as far as it fits (MV-6)", function()
  local map = newMap()
  spec.equal(map.centerCoordinate, at(0.0, 0.0))
  spec.equal(map.region.span.longitudeDelta, 360 * 800 / 1024)
  local whole = MKMapView.new{ frame = CGRectMake(0, 0, 512, 512) }
  spec.equal(whole.visibleMapRect, MKMapRectWorld)
  -- A frame given before anything was shown is the frame that it is made with.
  local small = MKMapView.new{}
  small.frame = CGRectMake(0, 0, 320, 480)
  spec.equal(small.region.span.longitudeDelta, 360 * 320 / 512)
end)

spec("S10: regions are plain tables", function()
  local map = newMap()
  local r = {
    center = CLLocationCoordinate2DMake(35, 135),
    span   = { latitudeDelta = 0.01, longitudeDelta = 0.01 },
  }
  local sameIdea = MKCoordinateRegionMakeWithDistance(r.center, 1000, 1000)
  spec.equal(map:regionThatFits(MKCoordinateRegion(r.center, r.span)), map:regionThatFits(r))
  map.region = r
  spec.near(map.centerCoordinate.latitude, 35)
  spec.equal(map.region.span, map:regionThatFits(sameIdea).span)
end)

spec("S11: panning by half a width keeps the level", function()
  local map = newMap()
  map.region = area(48, 16, 0.3)
  local before = map.visibleMapRect
  local edge = CGPointMake(1, map.frame.size.height / 2)
  map:setCenterCoordinate(map:convertPoint(edge, map), true)
  spec.equal(width(map), before.size.width)
  spec.near(map.visibleMapRect.origin.x, before.origin.x - before.size.width * 399 / 800, 1e-4)
end)

spec("S12: doubling both deltas is one level", function()
  local map = newMap()
  map.region = area(48, 16, 0.3)
  local before = width(map)
  local wider = map.region
  wider.span.longitudeDelta = wider.span.longitudeDelta * 2
  wider.span.latitudeDelta  = wider.span.latitudeDelta * 2
  map:setRegion(wider, true)
  spec.equal(width(map), before * 2)
  map:setRegion_animated(wider, false)
  spec.equal(width(map), before * 2)
end)

spec("S28: regionThatFits answers and changes nothing", function()
  local map = newMap()
  map.region = area(48, 16, 1)
  local before = map.visibleMapRect
  local asked = MKCoordinateRegionMakeWithDistance(map.centerCoordinate, 5000, 5000)
  local real  = map:regionThatFits(asked)
  spec.equal(map.visibleMapRect, before)
  spec.equal(real.span.latitudeDelta >= asked.span.latitudeDelta, true)
  map.region = asked
  spec.equal(map.region, real)
end)

spec("what is no region is refused with its numbers", function()
  local map = newMap()
  spec.raises("region with a latitude within ±90° and spans of 0 or more expected, got center (91.0, 0.0)",
    function() map.region = area(91, 0, 1) end)
  spec.raises("setRegion: region with a latitude within ±90°", function() map:setRegion(area(0, 0, -1)) end)
  spec.raises("field 'latitudeDelta' is not a number", function() map:setRegion(area(0, 0, 0 / 0)) end)
  spec.raises("a latitude within ±90° expected", function()
    map.centerCoordinate = kCLLocationCoordinate2DInvalid
  end)
  spec.raises("a latitude within ±90° expected", function() map:setCenterCoordinate_animated(at(-91, 0)) end)
  spec.raises("finite map rect expected", function() map.visibleMapRect = MKMapRectNull end)
  spec.equal(map.centerCoordinate, at(0.0, 0.0))
end)

spec("the centre is taken round the world", function()
  local map = newMap()
  map:setCenterCoordinate(at(10, 190), false)
  spec.near(map.centerCoordinate.longitude, -170)
end)

spec("rects are shown with insets free around them", function()
  local map = newMap()
  local rect = MKMapRectMake(1e8, 1e8, 6e5, 4e5)
  map:setVisibleMapRect(rect, false)
  spec.equal(MKMapRectContainsRect(map.visibleMapRect, rect), true)
  spec.equal(map:mapRectThatFits(map.visibleMapRect), map.visibleMapRect)
  map:setVisibleMapRect_animated(rect)
  local insets = UIEdgeInsetsMake(100, 0, 0, 300)
  spec.equal(insets, { top = 100.0, left = 0.0, bottom = 0.0, right = 300.0 })
  map:setVisibleMapRect_edgePadding_animated(rect, insets, false)
  spec.equal(map:mapRectThatFits(rect, insets), map.visibleMapRect)
  spec.equal(map:mapRectThatFits_edgePadding(rect, UIEdgeInsetsZero), map:mapRectThatFits(rect))
  local middle = map:convertCoordinate(MKCoordinateForMapPoint(MKMapPointMake(1e8 + 3e5, 1e8 + 2e5)), map)
  spec.near(middle.x, 250, 1e-6)
  spec.near(middle.y, 350, 1e-6)
  spec.equal(UIEdgeInsets(1, 2, 3, 4).right, 4.0)
end)

spec("zoomSnapping off shows a region as large as it fits", function()
  local map = newMap()
  map.zoomSnapping = false
  map.region = area(0, 0, 0, 3)
  spec.near(map.region.span.longitudeDelta, 3)
  spec.equal(map.zoomSnapping, false)
end)

spec("places and points are converted both ways (table 4-1)", function()
  local map = newMap()
  map.region = area(48, 16, 0.3)
  local place = at(48.05, 16.02)
  local point = map:convertCoordinate(place, map)
  local back = map:convertPoint(point, map)
  spec.near(back.latitude, place.latitude)
  spec.near(back.longitude, place.longitude)
  spec.equal(map:convertCoordinate_toPointToView(place, map), point)
  spec.equal(map:convertPoint_toCoordinateFromView(point, map), back)
  local rect = CGRectMake(100, 50, 200, 300)
  local region = map:convertRect(rect, map)
  spec.equal(map:convertRect_toRegionFromView(rect, map), region)
  local there = map:convertRegion(region, map)
  spec.near(there.origin.x, 100, 1e-6)
  spec.near(there.size.height, 300, 1e-6)
  spec.equal(map:convertRegion_toRectToView(region, map), there)
  -- The views' own conversions keep their long names.
  spec.equal(map:convertPoint_toView(CGPointMake(1, 2), map), CGPointMake(1, 2))
end)

spec("points may be of any view of the hierarchy; nil is what holds all", function()
  local map = MKMapView.new{ frame = CGRectMake(100, 50, 800, 600) }
  map.region = area(48, 16, 0.3)
  local inner = UIView.new{ frame = CGRectMake(30, 40, 10, 10) }
  map:addSubview(inner)
  local own = map:convertCoordinate(map.centerCoordinate, map)
  spec.near(own.x, 400, 1e-6)
  spec.near(map:convertCoordinate(map.centerCoordinate, inner).x, 370, 1e-6)
  spec.near(map:convertCoordinate(map.centerCoordinate, nil).y, 350, 1e-6)
  spec.raises("UIView expected", map.convertCoordinate, map, at(0, 0), "map")
end)

spec("another frame keeps centre and level", function()
  local map = newMap()
  map.region = area(48, 16, 0.3)
  local before = width(map)
  map.frame = CGRectMake(0, 0, 400, 900)
  spec.equal(width(map), before / 2)
  spec.near(map.centerCoordinate.latitude, 48)
end)

spec("the attributes of F-4 have their defaults and can be set", function()
  local map = newMap()
  spec.equal(map.mapType, MKMapTypeStandard)
  map.mapType = MKMapTypeHybrid
  spec.equal(map.mapType, 2)
  spec.equal({ MKMapTypeSatellite, MKMapTypeSatelliteFlyover, MKMapTypeHybridFlyover }, { 1, 3, 4 })
  spec.raises("MKMapType… expected, got 7", function() map.mapType = 7 end)
  spec.equal({ map.zoomEnabled, map.scrollEnabled, map.rotateEnabled, map.pitchEnabled },
    { true, true, true, true })
  spec.equal({ map.showsCompass, map.showsBuildings, map.showsPointsOfInterest }, { true, true, true })
  spec.equal({ map.showsScale, map.showsGraticule, map.showsTraffic }, { false, false, false })
  map.zoomEnabled, map.scrollEnabled, map.rotateEnabled, map.pitchEnabled = false, false, false, false
  map.showsCompass, map.showsBuildings, map.showsPointsOfInterest = false, false, false
  map.showsScale, map.showsGraticule, map.showsTraffic = true, true, true
  spec.equal({ map.zoomEnabled, map.pitchEnabled, map.showsTraffic }, { false, false, true })
end)

spec("the camera turns the map", function()
  local map = newMap()
  map.region = area(0, 0, 1)
  local camera = map.camera
  camera.heading, camera.pitch = 90, 30
  spec.equal(map.camera.heading, 0.0)
  map.camera = camera
  spec.equal({ map.camera.heading, map.camera.pitch }, { 90.0, 30.0 })
  -- East is up.
  local up = map:convertCoordinate(at(0, 0.1), map)
  spec.equal(up.x, 400.0)
  spec.equal(up.y < 300, true)
  local far = MKMapCamera:cameraLookingAtCenterCoordinate_fromDistance_pitch_heading(at(10, 20), 50000, 0, 0)
  local same = MKMapCamera(at(10, 20), 50000)
  spec.equal({ same.centerCoordinate, same.centerCoordinateDistance, same.pitch, same.heading },
    { far.centerCoordinate, far.centerCoordinateDistance, 0.0, 0.0 })
  spec.equal(MKMapCamera(at(10, 20), 1000, 30, 90).heading, 90.0)
  spec.equal(far.altitude, 50000.0)
  far.altitude = 40000
  spec.equal(far.centerCoordinateDistance, 40000.0)
  map:setCamera(far, true)
  spec.near(map.camera.centerCoordinate.longitude, 20)
  map:setCamera_animated(MKMapCamera:camera(), false)
  spec.near(map.centerCoordinate.latitude, 0)
  local slanted = MKMapCamera:cameraLookingAtCenterCoordinate_fromEyeCoordinate_eyeAltitude(at(0, 0), at(-1, 0), 1e5)
  spec.equal(slanted.heading, 0.0)
  local west = MKMapCamera:cameraLookingAtCenterCoordinate_fromEyeCoordinate_eyeAltitude(at(0, 0), at(0, 1), 1e5)
  spec.equal(west.heading, 270.0)
  spec.equal(slanted.pitch > 40, true)
  spec.raises("a distance of 0 or more", function()
    map.camera = MKMapCamera.new{ centerCoordinateDistance = -1 }
  end)
  spec.raises("got NaN", function() camera.heading = 0 / 0 end)
end)

-- Nobody but the device holds them.
local held = setmetatable({}, { __mode = "v" })
held.shown, held.gone = newMap(), newMap()
held.gone:removeFromSuperview()

-- MV-35: the device owns every `MKMapView` until `map:removeFromSuperview()`.
spec.atEnd("a map lives until it leaves the screen", function()
  for _ = 1, 1000 do
    if not held.gone then break end
    for _ = 1, 1000 do local _ = { {} } end
  end
  spec.equal(held.gone, nil)
  spec.equal(held.shown.frame.size.width, 800.0)
end)
