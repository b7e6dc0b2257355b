-- run: --from walk.ndjson
-- Renderers: their attributes, when the map asks for them, and listings S18, S26, S34 to S36.
local spec = require "spec"
local at = CLLocationCoordinate2DMake
local calls = {}

local function square(title, latitude, longitude)
  local north, east = latitude + 1, longitude + 1
  return MKPolygon.new{ title = title,
    coordinates = { at(latitude, longitude), at(latitude, east), at(north, east), at(north, longitude) } }
end

local function mapAt(latitude, longitude, delegate)
  local map = MKMapView()
  map.region = MKCoordinateRegionMake(at(latitude, longitude), MKCoordinateSpanMake(3, 3))
  map.delegate = delegate
  return map
end

-- Listing S18, under the old names.
local old = {}
function old:viewForOverlay(mapView, overlay)
  if not overlay:isKindOfClass(MKPolygon) then return nil end
  local v = MKPolygonView.new{ polygon = overlay }
  v.fillColor   = UIColor:cyanColor():colorWithAlphaComponent(0.2)
  v.strokeColor = UIColor:blueColor():colorWithAlphaComponent(0.7)
  v.lineWidth   = 3
  return v
end
function old:didAddOverlayViews(_, views) calls[#calls + 1] = #views end

spec("S18: a delegate with the old name gives a view of the old name", function()
  local map = mapAt(39, -105, old)
  local colorado = square("Colorado", 38.5, -105.5)
  calls = {}
  map:addOverlay(colorado)
  local view = map:viewForOverlay(colorado)
  spec.equal(calls, { 1 })
  spec.equal(view:isKindOfClass(MKPolygonRenderer), true)
  spec.equal(MKPolygonView == MKPolygonRenderer and MKOverlayView == MKOverlayRenderer, true)
  spec.equal(MKOverlayPathView == MKOverlayPathRenderer and MKCircleView == MKCircleRenderer, true)
  spec.equal(MKPolylineView == MKPolylineRenderer, true)
  spec.equal(view.polygon == colorado, true)
  spec.equal(view.overlay == colorado, true)
  spec.equal(view.fillColor, UIColor:cyanColor():colorWithAlphaComponent(0.2))
  spec.equal(view.lineWidth, 3.0)
  spec.equal(map:rendererForOverlay(square("far", 0, 0)), nil)
  map:removeFromSuperview()
end)

-- Listing S26.
local new = {}
function new:rendererForOverlay(mapView, overlay)
  calls[#calls + 1] = overlay.title or "?"
  if not overlay:isKindOfClass(MKPolygon) then return nil end   -- nil: nothing is shown
  return MKPolygonRenderer.new{ polygon = overlay, lineWidth = 3,
    fillColor   = UIColor:cyanColor():colorWithAlphaComponent(0.2),
    strokeColor = UIColor:blueColor():colorWithAlphaComponent(0.7) }
end
function new:didAddOverlayRenderers(mapView, renderers)
  local names = {}
  for i, renderer in ipairs(renderers) do names[i] = renderer.overlay.title end
  calls[#calls + 1] = "added " .. table.concat(names, " ")
end

-- OR-8: a renderer (or nil) is kept until its overlay is removed; asking for one forces the pass.
spec("S26: a renderer or nil is given once, and kept until the overlay is removed", function()
  local map = mapAt(39, -105, new)
  local colorado, circle = square("Colorado", 38.5, -105.5), MKCircle.new{ coordinate = at(39, -105), radius = 10 }
  calls = {}
  map:addOverlay(colorado)
  map:addOverlay(circle)
  spec.equal(calls, {})
  local renderer = map:rendererForOverlay(colorado)
  spec.equal(renderer.strokeColor, UIColor:blueColor():colorWithAlphaComponent(0.7))
  spec.equal(map:rendererForOverlay(circle), nil)
  spec.equal(map:rendererForOverlay(colorado) == renderer, true)
  spec.equal(calls, { "Colorado", "?", "added Colorado" })
  map:removeOverlay(colorado)
  map:addOverlay(colorado)
  spec.equal(map:rendererForOverlay(colorado) == renderer, false)
  map:removeFromSuperview()
end)

spec("OV-13, OV-14: an overlay may be an annotation too, with a renderer and a view", function()
  local asked = {}
  local map = mapAt(39, -105, {
    viewForAnnotation = function(_, annotation) asked[#asked + 1] = "view of " .. annotation.title end,
    rendererForOverlay = function(_, overlay)
      asked[#asked + 1] = "renderer of " .. overlay.title
      return MKPolygonRenderer(overlay)
    end,
  })
  local colorado = square("Colorado", 38.5, -105.5)
  map:addOverlay(colorado)
  map:addAnnotation(colorado)
  spec.equal({ map.overlays[1] == colorado, map.annotations[1] == colorado }, { true, true })
  spec.equal(map:viewForAnnotation(colorado).annotation == colorado, true)
  spec.equal(map:rendererForOverlay(colorado).overlay == colorado, true)
  spec.equal(asked, { "view of Colorado", "renderer of Colorado" })
  map:removeOverlay(colorado)
  spec.equal({ #map.overlays, #map.annotations }, { 0, 1 })
  map:removeAnnotation(colorado)
  spec.equal(#map.annotations, 0)
  map:removeFromSuperview()
end)

-- Listing S34; the main chunk ends before the pass.
local events = {}
local top, fresh = square("always on top", 52, 13), square("new", 52, 13)
local keeper = {}
function keeper:rendererForOverlay(_, overlay)
  events[#events + 1] = overlay.title
  return MKPolygonRenderer(overlay)
end
function keeper:didAddOverlayRenderers(mapView, renderers)
  events[#events + 1] = #renderers
  local added = renderers[1].overlay
  for _, other in ipairs(mapView.overlays) do
    if other ~= added and other.title == "always on top"
        and MKMapRectIntersectsRect(other.boundingMapRect, added.boundingMapRect) then
      mapView:exchangeOverlay(added, other)
      break
    end
  end
end
local kept = mapAt(52.5, 13.5, keeper)
kept:addOverlay(top, MKOverlayLevelAboveRoads)
local manager = CLLocationManager.new{ delegate = { didUpdateLocations = function()
  if fresh then kept:addOverlay(fresh, MKOverlayLevelAboveRoads) end
  fresh = nil
end } }
manager:startUpdatingLocation()

spec.atEnd("S34: what must stay on top is exchanged with what came over it", function()
  spec.equal(events, { "always on top", 1, "new", 1 })
  spec.equal(kept.overlays[1].title, "new")
  spec.equal(kept.overlays[2].title, "always on top")
end)

spec("S36: content that is not ready is asked for again", function()
  local Traffic = MKOverlayRenderer:subclass("TrafficRenderer")
  function Traffic:canDrawMapRect(mapRect, zoomScale)
    if self.data then return Traffic.super.canDrawMapRect(self, mapRect, zoomScale) end
    self.overlay:load(function(data)
      self.data = data
      self:setNeedsDisplayInMapRect(mapRect, zoomScale)   -- the map asks again
    end)
    return false
  end
  local waiting
  local overlay = { coordinate = at(0, 0), boundingMapRect = MKMapRectMake(0, 0, 100, 100) }
  function overlay:load(done) waiting = done end
  local renderer = Traffic(overlay)
  spec.equal(rawequal(renderer.overlay, overlay), true)
  spec.equal(renderer:canDrawMapRect(MKMapRectMake(0, 0, 10, 10), 0.5), false)
  waiting("roads")
  spec.equal(renderer:canDrawMapRect(MKMapRectMake(0, 0, 10, 10), 0.5), true)
  spec.equal(MKOverlayRenderer(overlay):canDrawMapRect_zoomScale(MKMapRectWorld, 1), true)
end)

spec("a renderer's points are map points from the corner of its overlay", function()
  local renderer = MKPolygonRenderer(square("a", 52, 13))
  local rect = renderer.overlay.boundingMapRect
  spec.equal(renderer:pointForMapPoint(rect.origin), CGPointMake(0, 0))
  spec.equal(renderer:mapPointForPoint(CGPointMake(0, 0)), rect.origin)
  spec.equal(renderer:rectForMapRect(rect), CGRectMake(0, 0, rect.size.width, rect.size.height))
  spec.equal(renderer:mapRectForRect(CGRectMake(0, 0, rect.size.width, rect.size.height)), rect)
  renderer:setNeedsDisplay()
  renderer:setNeedsDisplayInMapRect(rect)
  renderer:setNeedsDisplayInMapRect_zoomScale(rect, 0.5)
end)

spec("a path renderer has the published defaults, and can be changed", function()
  local line = MKPolyline{ at(0, 0), at(1, 1) }
  local renderer = MKPolylineRenderer(line)
  spec.equal(renderer.lineWidth, 0.0)
  spec.equal(renderer.lineJoin, kCGLineJoinRound)
  spec.equal(renderer.lineCap, kCGLineCapRound)
  spec.equal(renderer.miterLimit, 10.0)
  spec.equal(renderer.lineDashPhase, 0.0)
  spec.equal(renderer.lineDashPattern, nil)
  spec.equal(renderer.fillColor, nil)
  spec.equal(renderer.strokeColor, nil)
  spec.equal(renderer.alpha, 1.0)
  spec.equal(renderer.contentScaleFactor, 1.0)
  renderer.lineJoin, renderer.lineCap, renderer.miterLimit = kCGLineJoinMiter, kCGLineCapSquare, 4
  renderer.lineDashPhase, renderer.lineDashPattern, renderer.alpha = 2, { 6, 3 }, 0.5
  renderer.strokeStart, renderer.strokeEnd, renderer.strokeColor = 0.25, 0.75, "#ff0000"
  spec.equal({ renderer.lineJoin, renderer.lineCap, renderer.miterLimit }, { 0, 2, 4.0 })
  spec.equal({ renderer.lineDashPhase, renderer.lineDashPattern[2], renderer.alpha }, { 2.0, 3.0, 0.5 })
  spec.equal({ renderer.strokeStart, renderer.strokeEnd }, { 0.25, 0.75 })
  spec.equal(renderer.strokeColor, UIColor:redColor())
  spec.equal(renderer.polyline == line, true)
  spec.raises("CGLineJoin… expected, got 9", function() renderer.lineJoin = 9 end)
  spec.raises("CGLineCap… expected, got 9", function() renderer.lineCap = 9 end)
  spec.raises("0 or more expected", function() renderer.lineWidth = -1 end)
  spec.raises("lengths of 0 or more expected", function() renderer.lineDashPattern = { -1 } end)
  spec.equal(kCGLineJoinBevel, 2)
  spec.equal(kCGLineCapButt, 0)
end)

spec("each shape has its renderer", function()
  local polygon, line = square("a", 0, 0), MKPolyline{ at(0, 0), at(1, 1) }
  local circle = MKCircle(at(0, 0), 5)
  local several, lines = MKMultiPolygon{ polygon }, MKMultiPolyline{ line }
  spec.equal(MKMultiPolygonRenderer(several).multiPolygon == several, true)
  spec.equal(MKMultiPolylineRenderer(lines).multiPolyline == lines, true)
  local round = MKCircleRenderer.new{ circle = circle, strokeEnd = 0.5 }
  spec.equal(round.circle == circle, true)
  spec.equal({ round.strokeStart, round.strokeEnd }, { 0.0, 0.5 })
  spec.equal(MKOverlayPathRenderer(polygon).overlay == polygon, true)
  local gradient = MKGradientPolylineRenderer(line)
  gradient:setColors({ "#ff0000", UIColor:blueColor() }, { 0, 1 })
  spec.equal(gradient.colors[1], UIColor:redColor())
  spec.equal(gradient.locations, { 0.0, 1.0 })
  gradient:setColors_atLocations({}, {})
  spec.raises("needs a location for each of its 1 colors", gradient.setColors, gradient, { "#ff0000" }, {})
  local tiles = MKTileOverlayRenderer(MKTileOverlay("t"))
  tiles:reloadData()
  spec.raises("bad argument #1 to 'MKPolygonRenderer' (MKPolygon expected", MKPolygonRenderer, circle)
end)

spec("every renderer can be subclassed", function()
  local line, polygon, circle = MKPolyline{ at(0, 0), at(1, 1) }, square("a", 0, 0), MKCircle(at(0, 0), 5)
  for _, pair in ipairs{
    { MKOverlayRenderer, circle }, { MKOverlayPathRenderer, circle }, { MKPolygonRenderer, polygon },
    { MKPolylineRenderer, line }, { MKCircleRenderer, circle }, { MKMultiPolygonRenderer, MKMultiPolygon{ polygon } },
    { MKMultiPolylineRenderer, MKMultiPolyline{ line } }, { MKTileOverlayRenderer, MKTileOverlay("t") },
  } do
    local Mine = pair[1]:subclass("Mine")
    function Mine:canDrawMapRect() return self.ready or false end
    local mine = Mine(pair[2])
    mine.ready = true
    spec.equal(mine:canDrawMapRect(MKMapRectWorld, 1), true)
    spec.equal(mine.overlay == pair[2], true)
    spec.equal(mine:isKindOfClass(pair[1]), true)
  end
end)

spec("an overlay that says it is not met is not asked for", function()
  local map = mapAt(52.5, 13.5, new)
  calls = {}
  local rects = {}
  local storm = { coordinate = at(52, 13), boundingMapRect = MKMapRectWorld, title = "storm" }
  function storm:intersectsMapRect(rect)
    rects[#rects + 1] = rect
    return rawequal(self, storm) and #rects > 1
  end
  map:addOverlay(storm)
  map:rendererForOverlay(storm)
  spec.equal(calls, {})
  spec.equal(rects[1], map.visibleMapRect)
  map.centerCoordinate = at(52.6, 13.5)
  map:rendererForOverlay(storm)
  spec.equal(calls, { "storm" })
  map:removeFromSuperview()
end)
