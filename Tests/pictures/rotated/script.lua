-- A map turned by 30°: pins and names stay upright, lines turn with the ground, a compass shows where north is.
local map = MKMapView.new{}
local function at(latitude, longitude) return CLLocationCoordinate2DMake(latitude, longitude) end
map.showsScale = true
map.region = MKCoordinateRegionMake(at(46.5, 9), MKCoordinateSpanMake(8, 10))
local camera = map.camera
camera.heading = 30
map.camera = camera
map.delegate = {
  rendererForOverlay = function(_, overlay)
    return MKPolylineRenderer.new{ polyline = overlay, lineWidth = 4, strokeColor = UIColor:blueColor() }
  end,
}
map:addOverlay(MKPolyline:polylineWithCoordinates{ at(44, 6), at(49, 6), at(49, 12), at(44, 12), at(44, 6) })
map:addAnnotation{ coordinate = at(47.37, 8.54), title = "Zürich" }
map:addAnnotation{ coordinate = at(45.46, 9.19), title = "Milano" }
