-- Optimizing map views with filtering and camera constraints: AccommodationViewController.
-- https://developer.apple.com/documentation/mapkit/optimizing-map-views-with-filtering-and-camera-constraints
-- run:
local controller = {}
local mapView = MKMapView.new{ frame = CGRectMake(0, 0, 320, 480) }

function controller:viewDidLoad()
  mapView.delegate = self
  mapView.pointOfInterestFilter = MKPointOfInterestFilter({ MKPointOfInterestCategoryRestaurant,
    MKPointOfInterestCategoryCafe, MKPointOfInterestCategoryParking, MKPointOfInterestCategoryNightlife })
  local annotations = {
    MKPointAnnotation.new{ title = "Hotel A", coordinate = CLLocationCoordinate2D(37.3337, -121.8907) },
    MKPointAnnotation.new{ title = "Hotel B", coordinate = CLLocationCoordinate2D(37.3283, -121.8885) },
  }
  mapView:addAnnotations(annotations)
  mapView:showAnnotations_animated(annotations, false)
end

function controller:viewForAnnotation(map, annotation)
  local annotationView = map:dequeueReusableAnnotationViewWithIdentifier_forAnnotation(
    MKMapViewDefaultAnnotationViewReuseIdentifier, annotation)
  if annotation:isKindOfClass(MKPointAnnotation) then
    annotationView.glyphText = "H"
    annotationView.markerTintColor = nil
  end
  return annotationView
end

controller:viewDidLoad()
geoscript.onFinish(function()
  -- Apple: a filter includes what it names, and excludes everything else.
  local filter = mapView.pointOfInterestFilter
  assert(filter:includesCategory(MKPointOfInterestCategoryCafe))
  assert(not filter:excludesCategory(MKPointOfInterestCategoryCafe))
  assert(filter:excludesCategory(MKPointOfInterestCategoryHotel))
  for _, annotation in ipairs(mapView.annotations) do
    print(annotation.title, mapView:viewForAnnotation(annotation).glyphText)
  end
end)
