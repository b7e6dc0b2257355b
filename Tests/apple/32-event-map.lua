-- Optimizing map views with filtering and camera constraints: EventViewController.
-- https://developer.apple.com/documentation/mapkit/optimizing-map-views-with-filtering-and-camera-constraints
-- run:
local event = MKCoordinateRegion(CLLocationCoordinate2D(37.3340, -121.8890), 300, 300)
local EventAnnotationView = MKAnnotationView:subclass("EventAnnotationView")
function EventAnnotationView:init(annotation, reuseIdentifier)
  self = EventAnnotationView.super.init(self, annotation, reuseIdentifier)
  self.label = UILabel.new{ frame = CGRectZero }
  self.label.font = UIFont:systemFontOfSize(12)
  self.enabled = false
  self:addSubview(self.label)
  return self
end
function EventAnnotationView:prepareForDisplay()
  EventAnnotationView.super.prepareForDisplay(self)
  self.label.text = self.annotation.title
end

local controller = {}
local mapView = MKMapView.new{ frame = CGRectMake(0, 0, 320, 480) }

function controller:viewDidLoad()
  mapView.delegate = self
  mapView.region = event
  mapView.pointOfInterestFilter = MKPointOfInterestFilter:filterExcludingAllCategories()
  mapView.cameraBoundary = MKMapView.CameraBoundary(event)
  mapView.cameraZoomRange = MKMapView.CameraZoomRange(250, 800)
  mapView:registerClass(EventAnnotationView, MKMapViewDefaultAnnotationViewReuseIdentifier)
  local annotations, overlays = self:decodeEvent("event.geojson")
  mapView:addAnnotations(annotations)
  mapView:addOverlays(overlays)
end

-- EventDataSource.
function controller:decodeEvent(name)
  local annotations, overlays = {}, {}
  for _, feature in ipairs(MKGeoJSONDecoder():geoJSONObjectsWithContentsOfFile(name)) do
    for _, geometry in ipairs(feature.geometry) do
      if geometry:isKindOfClass(MKMultiPolygon) then
        table.insert(overlays, geometry)
      elseif geometry:isKindOfClass(MKPointAnnotation) then
        geometry.title = geoscript.json.decode(feature.properties).name
        table.insert(annotations, geometry)
      end
    end
  end
  return annotations, overlays
end

function controller:rendererForOverlay(_, overlay)
  if overlay:isKindOfClass(MKMultiPolygon) then
    local renderer = MKMultiPolygonRenderer(overlay)
    renderer.fillColor, renderer.strokeColor = UIColor:systemTealColor(), UIColor:systemIndigoColor()
    renderer.lineWidth = 2.0
    return renderer
  end
  return MKOverlayRenderer(overlay)
end

controller:viewDidLoad()
print(#mapView.annotations, #mapView.overlays, mapView.pointOfInterestFilter:excludesCategory("MKPOICategoryCafe"))
-- The user can neither pan away nor zoom out further than 800 m.
mapView:setRegion(MKCoordinateRegion(CLLocationCoordinate2D(37.4, -121.9), 50000, 50000), false)
local center, north = mapView.centerCoordinate, event.center.latitude + event.span.latitudeDelta / 2
assert(math.abs(center.latitude - north) < 1e-6 and center.longitude < event.center.longitude)
print(mapView.camera.centerCoordinateDistance <= 800)
mapView.region = event
geoscript.onFinish(function()
  print(mapView:viewForAnnotation(mapView.annotations[1]).label.text)
end)
