-- Breadcrumb: BreadcrumbPath and BreadcrumbPathRenderer, a path that grows while the user walks.
-- https://developer.apple.com/documentation/mapkit/mkmapview/tracking-location-changes-with-breadcrumbs
-- run: --from park.ndjson --map ../../.build/apple/breadcrumb.png --map-size 200x200
local minimumDeltaMeters = 10.0

local BreadcrumbPath = NSObject:subclass("BreadcrumbPath")
function BreadcrumbPath:init()
  self.locations, self.pathBounds = {}, MKMapRectWorld
  self.coordinate, self.boundingMapRect = kCLLocationCoordinate2DInvalid, MKMapRectWorld
  return self
end

function BreadcrumbPath:pathBoundsAround(mapPoint)
  local kilometer = 1000 * MKMapPointsPerMeterAtLatitude(MKCoordinateForMapPoint(mapPoint).latitude)
  local rect = MKMapRectMake(mapPoint.x - kilometer / 2, mapPoint.y - kilometer / 2, kilometer, kilometer)
  return MKMapRectIntersection(rect, MKMapRectWorld)
end

function BreadcrumbPath:addLocation(newLocation)
  local previous = self.locations[#self.locations]
  if previous == nil then
    table.insert(self.locations, newLocation)
    self.coordinate = newLocation.coordinate
    self.pathBounds = self:pathBoundsAround(MKMapPointForCoordinate(newLocation.coordinate))
    return true, true
  end
  if newLocation.horizontalAccuracy < 0 or newLocation:distanceFromLocation(previous) < minimumDeltaMeters then
    return false, false
  end
  local from, to = MKMapPointForCoordinate(previous.coordinate), MKMapPointForCoordinate(newLocation.coordinate)
  local pointRect = MKMapRectUnion(MKMapRectMake(from.x, from.y, 0, 0), MKMapRectMake(to.x, to.y, 0, 0))
  local boundsChanged = false
  if not MKMapRectContainsRect(self.pathBounds, pointRect) then
    self.pathBounds = MKMapRectUnion(self.pathBounds, self:pathBoundsAround(to))
    boundsChanged = true
  end
  table.insert(self.locations, newLocation)
  return true, boundsChanged
end

local BreadcrumbPathRenderer = MKOverlayRenderer:subclass("BreadcrumbPathRenderer")

function BreadcrumbPathRenderer:canDrawMapRect(mapRect)
  return MKMapRectIntersectsRect(self.overlay.pathBounds, mapRect)
end

function BreadcrumbPathRenderer:drawMapRect(mapRect, zoomScale, context)
  local lineWidth = MKRoadWidthAtZoomScale(zoomScale)
  local clipRect = MKMapRectInset(mapRect, -lineWidth, -lineWidth)
  local path = CGPathCreateMutable()
  local last
  for _, location in ipairs(self.overlay.locations) do
    local point = MKMapPointForCoordinate(location.coordinate)
    if last then
      local line = MKMapRectUnion(MKMapRectMake(last.x, last.y, 0, 0), MKMapRectMake(point.x, point.y, 0, 0))
      if MKMapRectIntersectsRect(clipRect, line) then
        local from, to = self:pointForMapPoint(last), self:pointForMapPoint(point)
        CGPathMoveToPoint(path, nil, from.x, from.y)
        CGPathAddLineToPoint(path, nil, to.x, to.y)
      end
    end
    last = point
  end
  CGContextAddPath(context, path)
  CGContextSetRGBStrokeColor(context, 0, 0, 1, 0.5)
  CGContextSetLineJoin(context, kCGLineJoinRound)
  CGContextSetLineCap(context, kCGLineCapRound)
  CGContextSetLineWidth(context, lineWidth)
  CGContextStrokePath(context)
end

local controller = { updates = 0, resets = 0 }
local mapView = MKMapView()
local locationManager = CLLocationManager()
local breadcrumbs = BreadcrumbPath()

function controller:viewDidLoad()
  mapView.delegate = self
  mapView:addOverlay(breadcrumbs, MKOverlayLevelAboveRoads)
  mapView:setUserTrackingMode(MKUserTrackingModeFollow, true)
  locationManager.delegate = self
  locationManager:requestWhenInUseAuthorization()
  locationManager.activityType = CLActivityTypeFitness
  locationManager:startUpdatingLocation()
end

function controller:didUpdateLocations(_, locations)
  for _, location in ipairs(locations) do
    local locationAdded, boundingRectChanged = breadcrumbs:addLocation(location)
    if locationAdded then self.updates = self.updates + 1 end
    if boundingRectChanged then
      self.resets = self.resets + 1
      if self.renderer then self.renderer:setNeedsDisplay() end
    elseif locationAdded and self.renderer then
      self.renderer:setNeedsDisplayInMapRect(breadcrumbs.pathBounds)
    end
  end
end

function controller:rendererForOverlay(_, overlay)
  if not overlay:isKindOfClass(BreadcrumbPath) then return MKOverlayRenderer(overlay) end
  self.renderer = self.renderer or BreadcrumbPathRenderer(overlay)
  return self.renderer
end

controller:viewDidLoad()
geoscript.onFinish(function() print(#breadcrumbs.locations, controller.updates, controller.resets) end)
