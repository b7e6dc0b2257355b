-- The user's place with the circle of its accuracy and where the device points.
local map = MKMapView.new{}
map.showsUserLocation = true
map.userTrackingMode = MKUserTrackingModeFollowWithHeading
map.zoomSnapping = false
geoscript.onFinish(function()
  map.userTrackingMode = MKUserTrackingModeNone
  map.region = MKCoordinateRegionMakeWithDistance(map.userLocation.coordinate, 3000, 3000)
end)
