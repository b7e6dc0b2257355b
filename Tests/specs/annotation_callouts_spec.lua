-- Selection of annotations, and their callouts: sketches S23 to S25.
local spec = require "spec"
local annotated = require "annotated_map"
local coordinate, newMap, titles = annotated.coordinate, annotated.newMap, annotated.titles

spec("selection: one at a time, with the overrides of the script's views", function()
  local map, log = newMap(), {}
  local Pin = MKPinAnnotationView:subclass("Pin")
  function Pin:setSelected(selected, animated)
    Pin.super.setSelected(self, selected, animated)
    log[#log + 1] = self.annotation.title .. " " .. tostring(selected)
  end
  map.delegate = { viewForAnnotation = function(_, annotation) return Pin(annotation, "pin") end }
  local a, b = MKPointAnnotation(coordinate(0, 0), "a"), { coordinate = coordinate(1, 1), title = "b" }
  map:addAnnotations{ a, b }
  map:selectAnnotation(a, true)
  assert(rawequal(map.selectedAnnotations[1], a) and map:viewForAnnotation(a).selected)
  map.selectedAnnotations = { b }
  spec.equal(titles(map.selectedAnnotations), "b")
  map:deselectAnnotation_animated(b, false)
  spec.equal(#map.selectedAnnotations, 0)
  spec.equal(table.concat(log, ", "), "a true, a false, b true, b false")
end)

spec("inside setSelected, assigning selected stores and calls nothing", function()
  local calls = 0
  local Pin = MKAnnotationView:subclass("Storing")
  function Pin:setSelected(selected)
    calls = calls + 1
    self.selected = selected
  end
  local view = Pin(nil, nil)
  view.selected = true
  spec.equal({ calls, view.selected }, { 1, true })
  view:setSelected(false)
  spec.equal({ calls, view.selected }, { 2, false })
end)

spec("S23: a callout with an image and a button", function()
  local function bridgeView(annotation)
    local pin = MKPinAnnotationView.new{ annotation = annotation, reuseIdentifier = "Bridge",
      pinColor = MKPinAnnotationColorPurple, animatesDrop = true, canShowCallout = true }
    pin.rightCalloutAccessoryView = UIButton:buttonWithType(UIButtonTypeDetailDisclosure)
    pin.leftCalloutAccessoryView = UIImageView.new{}
    return pin
  end
  local map = newMap()
  map.delegate = { viewForAnnotation = function(_, annotation) return bridgeView(annotation) end }
  local bridge = MKPointAnnotation(coordinate(0, 0), "bridge")
  map:addAnnotation(bridge)
  local view = map:viewForAnnotation(bridge)
  spec.equal(view.rightCalloutAccessoryView.superview, nil)
  map:selectAnnotation_animated(bridge, false)
  assert(view.rightCalloutAccessoryView.superview)
  assert(rawequal(view.leftCalloutAccessoryView.superview, view.rightCalloutAccessoryView.superview))
  view.calloutOffset = CGPointMake(0, -5)
  spec.equal(view.calloutOffset.y, -5)
  view.detailCalloutAccessoryView = UILabel.new{}
  assert(view.detailCalloutAccessoryView.superview)
  map:deselectAnnotation(nil, false)
  spec.equal(view.rightCalloutAccessoryView.superview, nil)
end)

spec("S24, S25: a custom callout is hit outside its view and toggles", function()
  local CalloutPin = MKAnnotationView:subclass("CalloutPin")
  function CalloutPin:hitTest(point)
    local hit = CalloutPin.super.hitTest(self, point)
    if not hit and self.selected then
      local inside = self.superview:convertPoint(point, self)
      hit = self.calloutView:hitTest(inside)
    end
    return hit
  end
  function CalloutPin:setSelected(selected, animated)
    CalloutPin.super.setSelected(self, selected, animated)
    local callout = self.calloutView
    if not selected or callout.superview == self then
      return callout:removeFromSuperview()
    end
    local f = callout.frame
    f.origin.x = -(f.size.width - self.bounds.size.width) * 0.5
    f.origin.y = -f.size.height + 15
    callout.frame = f
    self:addSubview(callout)
  end
  local map = newMap()
  map.delegate = {
    viewForAnnotation = function(_, annotation)
      local pin = CalloutPin(annotation, "callout")
      pin.frame = CGRectMake(0, 0, 20, 20)
      pin.calloutView = UIView(CGRectMake(0, 0, 100, 50))
      return pin
    end
  }
  local a = MKPointAnnotation(coordinate(0, 0), "a")
  map:addAnnotation(a)
  local pin = map:viewForAnnotation(a)
  local above = CGPointMake(pin.center.x - 40, pin.center.y - 30)
  assert(not pin:hitTest(above))
  map:selectAnnotation(a, false)
  spec.equal(pin.calloutView.frame.origin.x, -40)
  assert(rawequal(pin.superview:hitTest(above), pin.calloutView))
  assert(not rawequal(pin.superview, map))
  pin:setSelected(true, true)
  spec.equal(pin.calloutView.superview, nil)
end)
