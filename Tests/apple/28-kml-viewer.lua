-- KMLViewer: KMLViewerViewController adds what a KML holds, and shows all of it.
-- https://developer.apple.com/library/archive/samplecode/KMLViewer
-- run:
local controller = {}
local map = MKMapView.new{ frame = CGRectMake(0, 0, 320, 480) }

function controller:viewDidLoad()
  map.delegate = self
  -- The KMLParser of the sample is a class of its own; here the host reads the areas of a KML.
  local overlays = {}
  for _, region in ipairs(geoscript.readRegions("sample.kml")) do
    table.insert(overlays, MKPolygon:polygonWithCoordinates(region.coordinates))
  end
  map:addOverlays(overlays)
  local pin = CLLocationCoordinate2DMake(37.4220, -122.0841)
  local annotations = { MKPointAnnotation.new{ title = "Pin", coordinate = pin } }
  map:addAnnotations(annotations)
  local flyTo = MKMapRectNull
  for _, overlay in ipairs(overlays) do
    if MKMapRectIsNull(flyTo) then flyTo = overlay.boundingMapRect
    else flyTo = MKMapRectUnion(flyTo, overlay.boundingMapRect) end
  end
  for _, annotation in ipairs(annotations) do
    local annotationPoint = MKMapPointForCoordinate(annotation.coordinate)
    local pointRect = MKMapRectMake(annotationPoint.x, annotationPoint.y, 0, 0)
    flyTo = MKMapRectIsNull(flyTo) and pointRect or MKMapRectUnion(flyTo, pointRect)
  end
  map.visibleMapRect = flyTo
  assert(MKMapRectContainsRect(map.visibleMapRect, flyTo))
end

function controller:rendererForOverlay(_, overlay)
  local renderer = MKPolygonRenderer(overlay)
  renderer.strokeColor = UIColor:redColor()
  return renderer
end

controller:viewDidLoad()
geoscript.onFinish(function() print(#map.overlays, #map.annotations) end)
