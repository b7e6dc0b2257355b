-- S20: the bullseye of listing A-1 with its callout.
local map = MKMapView.new{}
map.region = MKCoordinateRegionMakeWithDistance(CLLocationCoordinate2DMake(48.2, 16.37), 30000, 30000)
local Bullseye = MKAnnotationView:subclass("BullseyeAnnotationView")

function Bullseye:init(annotation)
  self = Bullseye.super.init(self, annotation, "BullseyeAnnotation")
  local image = self and UIImage:imageNamed("bullseye32.png")
  if not image then return nil end
  self.image, self.canShowCallout, self.multipleTouchEnabled = image, true, false
  self.isMoving, self.map = false, nil         -- map is set in viewForAnnotation
  local button = UIButton:buttonWithType(UIButtonTypeDetailDisclosure)
  button:addTarget(self, "showAddress", UIControlEventTouchUpInside)
  self.rightCalloutAccessoryView = button
  return self
end

function Bullseye:showAddress() print(self.annotation.title) end

map.delegate = {
  viewForAnnotation = function(view, annotation)
    local bullseye = Bullseye(annotation)
    bullseye.map = view
    return bullseye
  end,
}
local here = { coordinate = CLLocationCoordinate2DMake(48.2, 16.37), title = "Vienna", subtitle = "48.2° N, 16.4° E" }
map:addAnnotation(here)
map:addAnnotation{ coordinate = CLLocationCoordinate2DMake(48.12, 16.56), title = "Schwechat" }
map:selectAnnotation(here, false)
