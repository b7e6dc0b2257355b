-- The sketches S20 to S22, listings A-1 to A-3: an annotation view that drags itself, and prints what it does.
local _ENV = setmetatable({}, { __index = _ENV })
local function sketch(number) require(string.format("s%02d", number))(_ENV) end

sketch(20)
sketch(21)
sketch(22)

function Bullseye:showAddress(sender) print("address of", self.annotation.title, UIButton.is(sender)) end

local touchesMoved, touchesEnded, touchesCancelled = Bullseye.touchesMoved, Bullseye.touchesEnded,
  Bullseye.touchesCancelled
function Bullseye:touchesMoved(touches, event)
  touchesMoved(self, touches, event)
  local p = touches:anyObject():locationInView(self.superview)
  print("moved", p.x - self.startLocation.x, p.y - self.startLocation.y, self.isMoving)
end

function Bullseye:touchesEnded(touches, event)
  print("ended", self.isMoving)
  touchesEnded(self, touches, event)
end

function Bullseye:touchesCancelled(touches, event)
  local wasMoving = self.isMoving
  print("cancelled", wasMoving)
  touchesCancelled(self, touches, event)
  if wasMoving then print("back at", self.center.x, self.center.y) end
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
