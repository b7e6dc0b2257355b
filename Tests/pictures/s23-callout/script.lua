-- S23: a standard callout with an image on its left and a button on its right.
local map = MKMapView.new{}
local bridge = { coordinate = CLLocationCoordinate2DMake(37.8197, -122.4786), title = "Golden Gate Bridge",
  subtitle = "1937, 2,737 m" }
map.region = MKCoordinateRegionMakeWithDistance(bridge.coordinate, 30000, 30000)

local function bridgeView(annotation)
  local pin = MKPinAnnotationView.new{ annotation = annotation, reuseIdentifier = "Bridge",
    pinColor = MKPinAnnotationColorPurple, animatesDrop = true, canShowCallout = true }
  pin.rightCalloutAccessoryView = UIButton:buttonWithType(UIButtonTypeDetailDisclosure)
  pin.leftCalloutAccessoryView  = UIImageView.new{ image = UIImage:imageNamed("MyCustomImage.png") }
  return pin
end

map.delegate = { viewForAnnotation = function(_, annotation) return bridgeView(annotation) end }
map:addAnnotation(bridge)
map:selectAnnotation(bridge, false)
