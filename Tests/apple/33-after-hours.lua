-- Optimizing map views with filtering and camera constraints: AfterHoursViewController, search and completion.
-- https://developer.apple.com/documentation/mapkit/optimizing-map-views-with-filtering-and-camera-constraints
-- run:
local controller = {}
local pointOfInterestFilter = MKPointOfInterestFilter({ MKPointOfInterestCategoryNightlife,
  MKPointOfInterestCategoryRestaurant })
local searchRegion = MKCoordinateRegion(CLLocationCoordinate2D(37.3340, -121.8890), 3000, 3000)
local searchCompleter = MKLocalSearchCompleter()
searchCompleter.delegate = controller
searchCompleter.pointOfInterestFilter = pointOfInterestFilter
searchCompleter.resultTypes = MKLocalSearchCompleterResultTypePointOfInterest
searchCompleter.region = searchRegion

function controller:completerDidUpdateResults(completer) print(#completer.results, completer.queryFragment) end
-- Different: this is called where a gazetteer has points of interest; it does not know their categories.
function controller:didFailWithError(completer, error) print(completer.queryFragment, error.localizedDescription) end

searchCompleter.queryFragment = "San Jose"
