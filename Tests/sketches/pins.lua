-- S13, S16: pins in three colors from a delegate, a standard one without, and a callout with a button.
local _ENV = setmetatable({}, { __index = _ENV })
local function sketch(number) require(string.format("s%02d", number))(_ENV) end

map = MKMapView.new{}
map.region = MKCoordinateRegionMake(CLLocationCoordinate2DMake(37.4, -122.1), MKCoordinateSpanMake(1, 1))
sketch(13)
map:removeAnnotations(map.annotations)
sketch(16)

local viewForAnnotation = mapDelegate.viewForAnnotation
function mapDelegate:viewForAnnotation(mapView, annotation)
  local pin = viewForAnnotation(self, mapView, annotation)
  if pin then pin.pinColor = annotation.color end
  return pin
end

local function at(latitude, longitude) return CLLocationCoordinate2DMake(latitude, longitude) end
local function add(coordinate, title, color)
  local annotation = MyCustomAnnotation(coordinate)
  annotation.title, annotation.color = title, color
  map:addAnnotation(annotation)
  return annotation
end
local chosen = add(at(37.33, -122.03), "Infinite Loop", MKPinAnnotationColorRed)
add(at(37.62, -122.37), "Airport", MKPinAnnotationColorGreen)
add(at(37.55, -121.98), "Fremont", MKPinAnnotationColorPurple)
map:addAnnotation{ coordinate = at(37.3, -122.4), title = "plain table" }
map:selectAnnotation(chosen, false)
