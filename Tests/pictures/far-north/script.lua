-- Near the north pole: the map ends at 85°, a circle around a place at 80° is no circle here.
local map = MKMapView.new{}
map.region = MKCoordinateRegionMake(CLLocationCoordinate2DMake(80, 16), MKCoordinateSpanMake(8, 60))
local pyramiden = CLLocationCoordinate2DMake(78.65, 16.33)
map.delegate = {
  rendererForOverlay = function(_, overlay)
    return MKCircleRenderer.new{ circle = overlay, lineWidth = 2, strokeColor = UIColor:redColor(),
      fillColor = UIColor:redColor():colorWithAlphaComponent(0.1) }
  end,
}
map:addOverlay(MKCircle:circleWithCenterCoordinate(pyramiden, 500000))
map:addOverlay(MKCircle:circleWithCenterCoordinate(CLLocationCoordinate2DMake(89, 0), 700000))
map:addAnnotation{ coordinate = pyramiden, title = "Pyramiden" }
map:selectAnnotation(map.annotations[1], false)
