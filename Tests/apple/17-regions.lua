-- Regions: RegionsViewController, with RegionAnnotation and RegionAnnotationView; the region follows its pin.
-- https://developer.apple.com/library/archive/samplecode/Regions
-- run: --from regions.ndjson
local RegionAnnotation = NSObject:subclass("RegionAnnotation")
function RegionAnnotation:init(newRegion)
  self.region, self.coordinate, self.radius = newRegion, newRegion.center, newRegion.radius
  self.title = "Monitored Region"
  return self
end
function RegionAnnotation:setCoordinate(newCoordinate) self.coordinate = newCoordinate end

local RegionAnnotationView = MKPinAnnotationView:subclass("RegionAnnotationView")
function RegionAnnotationView:updateRadiusOverlay()
  self:removeRadiusOverlay()
  self.radiusOverlay = MKCircle:circleWithCenterCoordinate_radius(self.annotation.coordinate, self.annotation.radius)
  self.map:addOverlay(self.radiusOverlay)
end
function RegionAnnotationView:removeRadiusOverlay()
  if self.radiusOverlay then self.map:removeOverlay(self.radiusOverlay) end
  self.radiusOverlay = nil
end

local controller = { updateEvents = {} }
local regionsMapView = MKMapView.new{ frame = CGRectMake(0, 0, 320, 416) }
local locationManager = CLLocationManager()

function controller:viewDidLoad()
  regionsMapView.delegate = self
  locationManager.delegate = self
  locationManager.distanceFilter = kCLLocationAccuracyHundredMeters
  locationManager.desiredAccuracy = kCLLocationAccuracyBest
  locationManager:startUpdatingLocation()
end

function controller:addRegion()
  if CLLocationManager:regionMonitoringAvailable() then
    local coord = regionsMapView.centerCoordinate
    local newRegion = CLCircularRegion(coord, 1000.0, string.format("%.3f, %.3f", coord.latitude, coord.longitude))
    regionsMapView:addAnnotation(RegionAnnotation(newRegion))
    locationManager:startMonitoringForRegion(newRegion, kCLLocationAccuracyBest)
  end
end

function controller:viewForAnnotation(mapView, annotation)
  if not annotation:isKindOfClass(RegionAnnotation) then return nil end
  local regionView = mapView:dequeueReusableAnnotationViewWithIdentifier(annotation.title)
  if not regionView then
    regionView = RegionAnnotationView(annotation, annotation.title)
    regionView.map = regionsMapView
    regionView.canShowCallout, regionView.draggable, regionView.animatesDrop = true, true, true
    local removeRegionButton = UIButton:buttonWithType(UIButtonTypeCustom)
    removeRegionButton.frame = CGRectMake(0, 0, 25, 25)
    regionView.leftCalloutAccessoryView = removeRegionButton
  end
  regionView.annotation = annotation
  regionView:updateRadiusOverlay()
  return regionView
end

function controller:rendererForOverlay(_, overlay)
  if not overlay:isKindOfClass(MKCircle) then return nil end
  local circleView = MKCircleRenderer(overlay)
  circleView.strokeColor = UIColor:purpleColor()
  circleView.fillColor = UIColor:purpleColor():colorWithAlphaComponent(0.4)
  return circleView
end

function controller:didChangeDragState(_, regionView, newState, oldState)
  local regionAnnotation = regionView.annotation
  if newState == MKAnnotationViewDragStateStarting then
    regionView:removeRadiusOverlay()
    locationManager:stopMonitoringForRegion(regionAnnotation.region)
  end
  if oldState == MKAnnotationViewDragStateDragging and newState == MKAnnotationViewDragStateEnding then
    regionView:updateRadiusOverlay()
    local newRegion = CLCircularRegion(regionAnnotation.coordinate, 1000.0,
      string.format("%.3f, %.3f", regionAnnotation.coordinate.latitude, regionAnnotation.coordinate.longitude))
    regionAnnotation.region = newRegion
    locationManager:startMonitoringForRegion(newRegion, kCLLocationAccuracyBest)
  end
end

function controller:calloutAccessoryControlTapped(mapView, regionView)
  locationManager:stopMonitoringForRegion(regionView.annotation.region)
  regionView:removeRadiusOverlay()
  mapView:removeAnnotation(regionView.annotation)
end

function controller:didUpdateToLocation(_, newLocation, oldLocation)
  if oldLocation == nil then
    regionsMapView:setRegion(MKCoordinateRegionMakeWithDistance(newLocation.coordinate, 1500, 1500), true)
    geoscript.after(1, function() self:addRegion() end)
  end
end

function controller:didEnterRegion(_, region) print("didEnterRegion", region.identifier) end
function controller:didExitRegion(_, region) print("didExitRegion", region.identifier) end
function controller:monitoringDidFailForRegion(_, region, error) print(region.identifier, error) end

controller:viewDidLoad()
geoscript.onFinish(function()
  print(#locationManager.monitoredRegions, #regionsMapView.annotations, #regionsMapView.overlays)
end)
