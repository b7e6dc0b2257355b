-- Interacting with nearby points of interest: MapViewController, its configuration and its selection.
-- https://developer.apple.com/documentation/mapkit/interacting-with-nearby-points-of-interest
-- run: --from callouts.ndjson
local controller = {}
local mapView = MKMapView.new{ frame = CGRectMake(0, 0, 320, 480) }
local filter = MKPointOfInterestFilter({ MKPointOfInterestCategoryHotel, MKPointOfInterestCategoryRestaurant,
  MKPointOfInterestCategoryMuseum })

function controller:viewDidLoad()
  mapView.delegate = self
  local mapConfiguration = MKStandardMapConfiguration()
  mapConfiguration.pointOfInterestFilter = filter
  mapView.preferredConfiguration = mapConfiguration
  mapView:setRegion(MKCoordinateRegion(CLLocationCoordinate2D(37.81, -122.477), 1500, 1500), true)
end

function controller:search(queryString)
  local request = MKLocalSearch.Request()
  request.naturalLanguageQuery = queryString
  request.region = mapView.region
  MKLocalSearch(request):start(function(response, error)
    if not response then return print(error.localizedDescription) end
    local annotations = {}
    for _, mapItem in ipairs(response.mapItems) do
      local coordinate = mapItem.placemark.coordinate
      table.insert(annotations, MKPointAnnotation.new{ title = mapItem.name, coordinate = coordinate })
    end
    mapView:removeAnnotations(mapView.annotations)
    mapView:addAnnotations(annotations)
    mapView:showAnnotations(annotations, true)
  end)
end

function controller:regionDidChangeAnimated(map) self.region = map.region end
function controller:didSelectAnnotation(_, annotation) print("selected", annotation.title) end

controller:viewDidLoad()
controller:search("San Francisco")
geoscript.onFinish(function()
  local kept = mapView.preferredConfiguration.pointOfInterestFilter
  assert(kept:includesCategory(MKPointOfInterestCategoryHotel) and kept == mapView.pointOfInterestFilter)
  assert(not kept:includesCategory(MKPointOfInterestCategoryBank))
  print(mapView.annotations[1].title, controller.region ~= nil)
  mapView:selectAnnotation(mapView.annotations[1], false)
end)
