-- Explore a location with a highly detailed map and Look Around: the request of a scene.
-- https://developer.apple.com/documentation/mapkit/explore-a-location-with-a-highly-detailed-map-and-look-around
-- run:
local mapView = MKMapView.new{ frame = CGRectMake(0, 0, 320, 480) }
local configuration = MKStandardMapConfiguration(MKMapElevationStyleRealistic)
mapView.preferredConfiguration = configuration
mapView.selectableMapFeatures = MKMapFeatureOptionPointsOfInterest

local lookAroundSceneRequest = MKLookAroundSceneRequest(CLLocationCoordinate2D(37.7955, -122.3937))
lookAroundSceneRequest:getSceneWithCompletionHandler(function(scene, error) print(scene, error) end)
