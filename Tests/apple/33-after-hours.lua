-- Optimizing map views with filtering and camera constraints: AfterHoursViewController, search and completion.
-- https://developer.apple.com/documentation/mapkit/optimizing-map-views-with-filtering-and-camera-constraints
-- run:
local pointOfInterestFilter = MKPointOfInterestFilter({ MKPointOfInterestCategoryNightlife,
  MKPointOfInterestCategoryRestaurant })
local searchRegion = MKCoordinateRegion(CLLocationCoordinate2D(37.3340, -121.8890), 3000, 3000)
local searchCompleter = MKLocalSearchCompleter()
searchCompleter.pointOfInterestFilter = pointOfInterestFilter
searchCompleter.resultTypes = MKLocalSearchCompleterResultTypePointOfInterest
searchCompleter.region = searchRegion
