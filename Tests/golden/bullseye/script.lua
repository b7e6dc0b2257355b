-- Sketches S20 to S22, listings A-1 to A-3: an annotation view that drags itself.
local Bullseye = MKAnnotationView:subclass("BullseyeAnnotationView")

function Bullseye:init(annotation)
  self = Bullseye.super.init(self, annotation, "BullseyeAnnotation")
  local image = self and UIImage:imageNamed("bullseye32.png")
  if not image then return nil end
  self.image, self.canShowCallout, self.multipleTouchEnabled = image, true, false
  self.isMoving, self.map = false, nil -- map is set in viewForAnnotation
  local button = UIButton:buttonWithType(UIButtonTypeDetailDisclosure)
  button:addTarget(self, "showAddress", UIControlEventTouchUpInside)
  self.rightCalloutAccessoryView = button
  return self
end

function Bullseye:showAddress(sender) print("address of", self.annotation.title, UIButton.is(sender)) end

function Bullseye:touchesBegan(touches, event)
  self.startLocation = touches:anyObject():locationInView(self.superview)
  self.originalCenter = self.center
  Bullseye.super.touchesBegan(self, touches, event)
end

function Bullseye:touchesMoved(touches, event)
  local p = touches:anyObject():locationInView(self.superview)
  local dx, dy = p.x - self.startLocation.x, p.y - self.startLocation.y
  if math.abs(dx) > 5.0 or math.abs(dy) > 5.0 then self.isMoving = true end
  print("moved", dx, dy, self.isMoving)
  if self.isMoving then
    self.center = CGPointMake(self.originalCenter.x + dx, self.originalCenter.y + dy)
  else
    Bullseye.super.touchesMoved(self, touches, event)
  end
end

local function reset(view)
  view.startLocation, view.originalCenter, view.isMoving = CGPointZero, CGPointZero, false
end

function Bullseye:touchesEnded(touches, event)
  print("ended", self.isMoving)
  if not self.isMoving then return Bullseye.super.touchesEnded(self, touches, event) end
  self.annotation:changeCoordinate(self.map:convertPoint(self.center, self.superview))
  reset(self)
end

function Bullseye:touchesCancelled(touches, event)
  print("cancelled", self.isMoving)
  if not self.isMoving then return Bullseye.super.touchesCancelled(self, touches, event) end
  self.center = self.originalCenter
  reset(self)
  print("back at", self.center.x, self.center.y)
end

local Target = NSObject:subclass("Target")

function Target:init(title, coordinate)
  self.title, self.coordinate = title, coordinate
  return self
end

function Target:changeCoordinate(coordinate)
  print(string.format("%s goes to %+.6f, %+.6f", self.title, coordinate.latitude, coordinate.longitude))
  self.coordinate = coordinate
end

local map = MKMapView()
map.region = MKCoordinateRegionMake(CLLocationCoordinate2DMake(52.5163, 13.3777), MKCoordinateSpanMake(0.02, 0.02))
map:addAnnotation(Target("Gate", map.centerCoordinate))

local app = {}
map.delegate = app

function app:viewForAnnotation(mapView, annotation)
  local view = mapView:dequeueReusableAnnotationViewWithIdentifier("BullseyeAnnotation") or Bullseye(annotation)
  view.annotation, view.map = annotation, mapView
  print("view of", annotation.title, view.frame.size.width, view.reuseIdentifier)
  return view
end

function app:didSelectAnnotationView(_, view) print("selected", view.annotation.title) end
function app:didDeselectAnnotationView(_, view) print("deselected", view.annotation.title) end
function app:calloutAccessoryControlTapped(_, view) print("accessory of", view.annotation.title) end
function app:regionDidChangeAnimated(mapView)
  print(string.format("map at %+.5f, %+.5f", mapView.centerCoordinate.latitude, mapView.centerCoordinate.longitude))
end
