-- S16: pins in three colours from a delegate, a standard one without, and a callout with a button.
local map = MKMapView.new{}
map.region = MKCoordinateRegionMake(CLLocationCoordinate2DMake(37.4, -122.1), MKCoordinateSpanMake(1, 1))

local MyCustomAnnotation = NSObject:subclass("MyCustomAnnotation")
function MyCustomAnnotation:init(coord, title, color)
  self.coordinate, self.title, self.color = coord, title, color
  return self
end

local mapDelegate = {}
map.delegate = mapDelegate

function mapDelegate:viewForAnnotation(mapView, annotation)
  if annotation:isKindOfClass(MKUserLocation) then return nil end
  if not annotation:isKindOfClass(MyCustomAnnotation) then return nil end
  local id = "CustomPinAnnotationView"
  local pin = mapView:dequeueReusableAnnotationViewWithIdentifier(id)
  if pin then
    pin.annotation = annotation
    return pin
  end
  pin = MKPinAnnotationView.new{ annotation = annotation, reuseIdentifier = id,
    pinColor = annotation.color, animatesDrop = true, canShowCallout = true }
  local button = UIButton:buttonWithType(UIButtonTypeDetailDisclosure)
  button:addTarget(self, "showDetails", UIControlEventTouchUpInside)
  pin.rightCalloutAccessoryView = button
  return pin
end

function mapDelegate:showDetails() print("details") end

local function at(latitude, longitude) return CLLocationCoordinate2DMake(latitude, longitude) end
local chosen = MyCustomAnnotation(at(37.33, -122.03), "Infinite Loop", MKPinAnnotationColorRed)
map:addAnnotation(chosen)
map:addAnnotation(MyCustomAnnotation(at(37.62, -122.37), "Airport", MKPinAnnotationColorGreen))
map:addAnnotation(MyCustomAnnotation(at(37.55, -121.98), "Fremont", MKPinAnnotationColorPurple))
map:addAnnotation{ coordinate = at(37.3, -122.4), title = "plain table" }
map:selectAnnotation(chosen, false)
