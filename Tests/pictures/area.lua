-- Shows nothing but the base map around a place: latitude, longitude, degrees of longitude [, map type].
local latitude, longitude, width = tonumber(geoscript.args[1]), tonumber(geoscript.args[2]), tonumber(geoscript.args[3])
local map = MKMapView.new{ showsScale = true }
map.mapType = tonumber(geoscript.args[4]) or MKMapTypeStandard
map.zoomSnapping = false
map.region = MKCoordinateRegionMake(CLLocationCoordinate2DMake(latitude, longitude), MKCoordinateSpanMake(0, width))
