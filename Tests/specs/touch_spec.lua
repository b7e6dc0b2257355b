-- A user's hand on a map: touches, taps, a custom callout, drags, and what moves the map itself.
-- run: --from touch.ndjson
local spec = require "spec"

local map = MKMapView.new{ frame = CGRectMake(0, 0, 800, 600) }
map.region = MKCoordinateRegionMake(CLLocationCoordinate2DMake(0, 0), MKCoordinateSpanMake(14, 20))

-- What happened, by the second of the log.
local told = {}
local function tell(...)
  local second = math.floor(geoscript.now():timeIntervalSince1970())
  told[second] = told[second] or {}
  table.insert(told[second], table.concat({ ... }, " "))
end
local function happened(second, ...) spec.equal(told[second], select("#", ...) > 0 and { ... } or nil) end

-- Sketches S24 and S25: a callout of the view's own.
local CalloutPin = MKAnnotationView:subclass("CalloutPin")

function CalloutPin:init(annotation)
  self = CalloutPin.super.init(self, annotation, "CalloutPin")
  self.frame, self.opaque, self.canShowCallout = CGRectMake(0, 0, 40, 40), false, false
  self.calloutView = UIView(CGRectMake(0, 0, 100, 60))
  return self
end

function CalloutPin:hitTest(point)
  local hit = CalloutPin.super.hitTest(self, point)
  if not hit and self.selected then
    hit = self.calloutView:hitTest(self.superview:convertPoint(point, self))
  end
  return hit
end

function CalloutPin:setSelected(selected, animated)
  CalloutPin.super.setSelected(self, selected, animated)
  local callout = self.calloutView
  if not selected or callout.superview == self then
    tell(selected and "again" or "deselected")
    return callout:removeFromSuperview()
  end
  tell "callout"
  local f = callout.frame
  f.origin.x = -(f.size.width - self.bounds.size.width) * 0.5
  f.origin.y = -f.size.height + 15
  callout.frame = f
  self:addSubview(callout)
end

local touched = {}
for _, name in ipairs{ "touchesBegan", "touchesMoved", "touchesEnded" } do
  CalloutPin[name] = function(self, touches, event)
    local touch = touches:anyObject()
    local here, before = touch:locationInView(self), touch:previousLocationInView(nil)
    touched[#touched + 1] = {
      touches:count(), touch.phase, here.x, here.y, before.x, before.y, touch.tapCount, touch.timestamp,
      touch.view == self, event.timestamp == touch.timestamp, event.allTouches[1] == touch,
      UITouch.is(touch) and UIEvent.is(event),
    }
    CalloutPin.super[name](self, touches, event)
  end
end

local app = {}
map.delegate = app
local box = MKPointAnnotation.new{ coordinate = CLLocationCoordinate2DMake(5, -10), title = "Box" }
map:addAnnotations{ { coordinate = CLLocationCoordinate2DMake(0, 0), title = "Pin", identifier = "pin-7" }, box }

function app:viewForAnnotation(_, annotation)
  if annotation.title == "Pin" then return CalloutPin(annotation) end
  local view = MKAnnotationView.new{ annotation = annotation, reuseIdentifier = "box", draggable = true }
  view.frame = CGRectMake(0, 0, 30, 30)
  return view
end

function app:didChangeDragState(_, view, new, old)
  local c = view.annotation.coordinate
  tell("drag", old, new, string.format("%.1f %.1f", c.latitude, c.longitude))
end

local startCenter, corner
function app:regionDidChangeAnimated(mapView)
  local c, p = mapView.centerCoordinate, mapView:convertPoint(CGPointMake(700, 100), mapView)
  startCenter, corner = startCenter or c, corner or p
  tell("map", string.format("%.3f", mapView.region.span.longitudeDelta), mapView.camera.heading)
  if math.floor(geoscript.now():timeIntervalSince1970()) == 1005 then
    spec("a double tap keeps what lies under it", function()
      spec.near(p.latitude, corner.latitude, 1e-9)
      spec.near(p.longitude, corner.longitude, 1e-9)
    end)
  end
end

-- LG-14: `touches…` overrides see them, and the base `touchesEnded` selects.
spec.atEnd("a touch is told to the view that it began on", function()
  spec.equal(touched[1], { 1, UITouchPhaseBegan, 30.0, 25.0, 410.0, 305.0, 1, 1001.0, true, true, true, true })
  spec.equal(touched[2], { 1, UITouchPhaseMoved, 32.0, 26.0, 410.0, 305.0, 1, 1001.1, true, true, true, true })
  spec.equal(touched[3], { 1, UITouchPhaseEnded, 33.0, 26.0, 412.0, 306.0, 1, 1001.2, true, true, true, true })
  spec.equal({ UITouchPhaseStationary, UITouchPhaseCancelled }, { 2, 4 })
end)

spec.atEnd("S24, S25: a tap shows the custom callout, one on it takes it away, the next shows it again", function()
  happened(1001, "callout")
  happened(1002, "again")
  happened(1003, "callout")
  happened(1004, "deselected")
end)

spec.atEnd("fingers zoom, pan and turn the map", function()
  happened(1005, "map 17.578 0.0")
  happened(1006, "map 35.156 0.0")
  happened(1007, "map 35.156 0.0")
  happened(1009, "map 26.367 270.0")
  happened(1010, "map 35.156 0.0")
  spec.near(map.centerCoordinate.latitude, startCenter.latitude, 1e-9)
  spec.near(map.centerCoordinate.longitude, startCenter.longitude, 1e-9)
end)

spec.atEnd("nobody touches an app in the background", function() happened(1012) end)

spec.atEnd("a drag tells each state, the new place at Ending", function()
  happened(1014, "drag 0 1 5.0 -10.0", "drag 1 2 5.0 -10.0", "drag 2 4 1.0 1.0", "drag 4 0 1.0 1.0")
end)

spec.atEnd("a long press takes hold and lets go", function()
  happened(1015, "drag 0 1 1.0 1.0", "drag 1 2 1.0 1.0", "drag 2 4 1.0 1.0", "drag 4 0 1.0 1.0")
end)

spec.atEnd("a finger that stays drags what may be dragged", function()
  happened(1016, "drag 0 1 1.0 1.0", "drag 1 2 1.0 1.0")
  happened(1017)
  spec.equal({ #told[1018], told[1018][1]:sub(1, 8), told[1018][2]:sub(1, 8) }, { 2, "drag 2 4", "drag 4 0" })
  local p = map:convertCoordinate(box.coordinate, map)
  spec.near(p.x, 300, 1e-6)
  spec.near(p.y, 200, 1e-6)
end)

spec.atEnd("a log may call an annotation by its identifier", function() happened(1019, "callout") end)

spec("what the user may do can be switched off", function()
  map.scrollEnabled, map.zoomEnabled, map.rotateEnabled = false, false, false
  spec.equal({ map.scrollEnabled, map.zoomEnabled, map.rotateEnabled }, { false, false, false })
  map.scrollEnabled, map.zoomEnabled, map.rotateEnabled = true, true, true
end)
