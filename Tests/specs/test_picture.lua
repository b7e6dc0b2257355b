-- What test_pictures_test.lua tests: a map with a circle, on no ground.
local here = CLLocationCoordinate2DMake(52.5, 13.4)
local region = MKCoordinateRegionMakeWithDistance(here, 800, 800)
local map = MKMapView.new{ frame = CGRectMake(0, 0, 120, 80), region = region }
map.delegate = {
  rendererForOverlay = function(_, circle)
    return MKCircleRenderer.new{ circle = circle, fillColor = UIColor:redColor() }
  end,
}
map:addOverlay(MKCircle:circleWithCenterCoordinate(here, 200))
