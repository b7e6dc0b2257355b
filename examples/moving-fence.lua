-- A fence that the user moves: a pin that can be dragged, the circle around it, and a button in its callout.
local here = CLLocationCoordinate2DMake(45.4526, 14.0182)
local map = MKMapView.new{ region = MKCoordinateRegionMakeWithDistance(here, 800, 800) }
local manager = CLLocationManager.new{}
local app = {}

-- A class of our own, so that the host may set its coordinate at the end of a drag.
local Fence = NSObject:subclass("Fence")

function Fence:init(coordinate, radius)
  self.title, self.radius = "fence", radius
  self:setCoordinate(coordinate)
  return self
end

function Fence:setCoordinate(coordinate)
  self.coordinate = coordinate
  if self.circle then map:removeOverlay(self.circle) end
  self.circle = MKCircle:circleWithCenterCoordinate(coordinate, self.radius)
  map:addOverlay(self.circle)
  manager:startMonitoringForRegion(CLCircularRegion(coordinate, self.radius, self.title), kCLLocationAccuracyBest)
end

function app.viewForAnnotation(_, fence)
  local pin = MKPinAnnotationView.new{ annotation = fence, reuseIdentifier = "fence", draggable = true,
    canShowCallout = true, pinColor = MKPinAnnotationColorPurple }
  pin.rightCalloutAccessoryView = UIButton:buttonWithType(UIButtonTypeDetailDisclosure)
  return pin
end

function app.rendererForOverlay(_, circle)
  return MKCircleRenderer.new{ circle = circle, strokeColor = UIColor:purpleColor(), lineWidth = 2 }
end

function app.didChangeDragState(_, view, state)
  if state == MKAnnotationViewDragStateEnding then
    local c = view.annotation.coordinate
    print(string.format("fence dropped at %.4f, %.4f", c.latitude, c.longitude))
  end
end

function app.calloutAccessoryControlTapped(_, view)
  print(view.annotation.title, view.annotation.radius .. " m")
end

function app.didEnterRegion(_, region) geoscript.alert{ title = "Inside the " .. region.identifier } end
function app.didExitRegion(_, region) geoscript.alert{ title = "Outside the " .. region.identifier } end

map.delegate, manager.delegate = app, app
map:addAnnotation(Fence(here, 100))
