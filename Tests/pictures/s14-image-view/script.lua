-- S14: an image with an offset, right of and above its place, which the small circle marks.
local map = MKMapView.new{}
local place = CLLocationCoordinate2DMake(37.3349, -122.009)
map.region = MKCoordinateRegionMakeWithDistance(place, 40000, 40000)

local annotation = { coordinate = place, title = "Cupertino" }
local app = {}
map.delegate = app

function app:viewForAnnotation()
  local aView = MKAnnotationView.new{ annotation = annotation, reuseIdentifier = "MyCustomAnnotation" }
  aView.image = UIImage:imageNamed("myimage.png")
  aView.centerOffset = CGPointMake(10, -20)      -- right and up
  return aView
end

function app:rendererForOverlay(_, overlay)
  return MKCircleRenderer.new{ circle = overlay, lineWidth = 1, strokeColor = UIColor:redColor() }
end

map:addOverlay(MKCircle:circleWithCenterCoordinate(place, 600))
map:addAnnotation(annotation)
