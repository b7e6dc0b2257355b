-- The user's place with the circle of its accuracy and a cone where the device points.
local map = MKMapView.new{}
map.zoomSnapping = false
map.region = MKCoordinateRegionMakeWithDistance(CLLocationCoordinate2DMake(59.3293, 18.0686), 3000, 3000)
map.userTrackingMode = MKUserTrackingModeFollowWithHeading
