-- Displaying overlays on a map: an MKCircle with its renderer, at a level; and the renderers of WWDC20 and WWDC19.
-- https://developer.apple.com/documentation/mapkit/displaying-overlays-on-a-map
-- run:
local mapView = MKMapView.new{ frame = CGRectMake(0, 0, 320, 480) }
local delegate = { made = {} }

local function createRegion(coordinate, radius)
  local circle = MKCircle:circleWithCenterCoordinate_radius(coordinate, radius)
  mapView:addOverlay_level(circle, MKOverlayLevelAboveLabels)
  return circle
end

function delegate:rendererForOverlay(_, overlay)
  table.insert(self.made, tostring(overlay):match("^%a+"))
  if overlay:isKindOfClass(MKCircle) then
    local renderer = MKCircleRenderer(overlay)
    renderer.fillColor = UIColor:systemBlueColor():colorWithAlphaComponent(0.5)
    renderer.alpha = 0.5
    return renderer
  elseif overlay:isKindOfClass(MKMultiPolygon) then
    local renderer = MKMultiPolygonRenderer(overlay)
    renderer.strokeColor, renderer.lineWidth = UIColor:blackColor(), 2
    return renderer
  elseif overlay:isKindOfClass(MKPolyline) then
    local renderer = MKGradientPolylineRenderer(overlay)
    renderer:setColors_atLocations({ UIColor:redColor(), UIColor:blueColor() }, { 0, 1 })
    renderer.lineWidth, renderer.lineDashPattern = 5, { 5, 10 }
    renderer.strokeStart, renderer.strokeEnd = 0, 0.5
    return renderer
  end
  return MKOverlayRenderer(overlay)
end

mapView.delegate = delegate
local center = CLLocationCoordinate2D(37.3346, -122.0090)
local circle = createRegion(center, 500)
mapView.region = MKCoordinateRegion(center, 3000, 3000)
local function triangle(dx)
  return MKPolygon:polygonWithCoordinates{ CLLocationCoordinate2D(37.335, -122.010 + dx),
    CLLocationCoordinate2D(37.336, -122.009 + dx), CLLocationCoordinate2D(37.335, -122.008 + dx) }
end
mapView:addOverlay(MKMultiPolygon({ triangle(0), triangle(0.004) }))
mapView:addOverlay(MKPolyline:polylineWithCoordinates{ center, CLLocationCoordinate2D(37.33, -122.01) })
geoscript.onFinish(function()
  table.sort(delegate.made)
  print(table.concat(delegate.made, " "))
  -- Apple: addOverlay adds above the labels, too, on top of what is there.
  assert(mapView.overlays[1] == circle and #mapView:overlaysInLevel(MKOverlayLevelAboveLabels) == 3)
  assert(mapView:rendererForOverlay(circle).fillColor)
end)
