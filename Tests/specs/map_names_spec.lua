-- LU-14, LU-15: names that collide, and names that nobody knows. A method is also bound under its whole selector.
local spec = require "spec"

local function at(latitude, longitude) return CLLocationCoordinate2DMake(latitude, longitude) end
local map = MKMapView.new{ frame = CGRectMake(0, 0, 800, 600) }
local pin = MKPointAnnotation(at(0, 0), "pin")
map:addAnnotation(pin)

-- The short and the long name of the same method, by whose it is.
local same = {
  [map] = {
    setRegion = "setRegion_animated", setCenterCoordinate = "setCenterCoordinate_animated",
    setVisibleMapRect = "setVisibleMapRect_animated", mapRectThatFits = "mapRectThatFits_edgePadding",
    setCamera = "setCamera_animated", setUserTrackingMode = "setUserTrackingMode_animated",
    showAnnotations = "showAnnotations_animated", selectAnnotation = "selectAnnotation_animated",
    deselectAnnotation = "deselectAnnotation_animated", addOverlay = "addOverlay_level",
    addOverlays = "addOverlays_level", insertOverlay = "insertOverlay_atIndex_level",
    exchangeOverlay = "exchangeOverlay_withOverlay",
    exchangeOverlayAtIndex = "exchangeOverlayAtIndex_withOverlayAtIndex", viewForOverlay = "rendererForOverlay",
    -- On a map the short names are table 4-1's.
    convertCoordinate = "convertCoordinate_toPointToView", convertPoint = "convertPoint_toCoordinateFromView",
    convertRegion = "convertRegion_toRectToView", convertRect = "convertRect_toRegionFromView",
  },
  -- On other views the short name is the toView form.
  [UIView()] = {
    convertPoint = "convertPoint_toView", convertRect = "convertRect_toView", insertSubview = "insertSubview_atIndex",
    exchangeSubviewAtIndex = "exchangeSubviewAtIndex_withSubviewAtIndex", pointInside = "pointInside_withEvent",
    touchesBegan = "touchesBegan_withEvent", touchesMoved = "touchesMoved_withEvent",
    touchesEnded = "touchesEnded_withEvent", touchesCancelled = "touchesCancelled_withEvent",
  },
  [MKAnnotationView(pin, "pin")] = { setSelected = "setSelected_animated", setDragState = "setDragState_animated" },
  [UIButton:buttonWithType(UIButtonTypeDetailDisclosure)] = {
    addTarget = "addTarget_action_forControlEvents", removeTarget = "removeTarget_action_forControlEvents",
    setTitle = "setTitle_forState", setImage = "setImage_forState",
  },
  [MKPolygonRenderer(MKPolygon{ at(0, 0), at(0, 1), at(1, 1) })] = {
    canDrawMapRect = "canDrawMapRect_zoomScale", setNeedsDisplayInMapRect = "setNeedsDisplayInMapRect_zoomScale",
  },
  [MKPolyline{ at(0, 0), at(1, 1) }] = { getCoordinates = "getCoordinates_range" },
}

spec("a method has its short name and its whole selector's", function()
  for object, names in pairs(same) do
    for short, long in pairs(names) do
      if object[short] ~= object[long] then error(tostring(object) .. ": " .. short .. " is not " .. long) end
    end
  end
end)

spec("on a map convertPoint gives a coordinate, convertPoint_toView a point", function()
  spec.equal(map:convertPoint(CGPointMake(400, 300), map), at(0.0, 0.0))
  spec.equal(map:convertPoint_toView(CGPointMake(400, 300), map), CGPointMake(400, 300))
  local outer, inner = UIView(CGRectMake(10, 20, 100, 100)), UIView(CGRectMake(1, 2, 10, 10))
  outer:addSubview(inner)
  spec.equal(inner:convertPoint(CGPointMake(5, 5), outer), CGPointMake(6, 7))
  spec.equal(inner:convertPoint_fromView(CGPointMake(6, 7), outer), CGPointMake(5, 5))
end)

spec("hitTest takes a point of the superview, hitTest_withEvent one of the view's own", function()
  local view = UIView(CGRectMake(100, 100, 10, 10))
  spec.equal(view:hitTest(CGPointMake(105, 105)) == view, true)
  spec.equal(view:hitTest_withEvent(CGPointMake(105, 105), nil), nil)
end)

spec("an override is called by either of its names", function()
  local heard = {}
  local Short, Long = MKAnnotationView:subclass("Short"), MKAnnotationView:subclass("Long")
  function Short:setSelected(selected, animated)
    heard[#heard + 1] = "short " .. tostring(selected) .. " " .. tostring(animated)
    Short.super.setSelected_animated(self, selected, animated)
  end
  function Long:setSelected_animated(selected, animated)
    heard[#heard + 1] = "long " .. tostring(selected) .. " " .. tostring(animated)
    Long.super.setSelected(self, selected, animated)
  end
  function Long:setDragState_animated(state)
    heard[#heard + 1] = "state " .. state
    self.dragState = state
  end
  local short, long = Short(pin, "short"), Long(pin, "long")
  short:setSelected_animated(true, true)
  long:setSelected(true, false)
  long:setDragState(MKAnnotationViewDragStateStarting, true)
  -- One that stands below takes the place of both.
  local Lower = Long:subclass("Lower")
  function Lower:setSelected() heard[#heard + 1] = "lower" end
  Lower(pin, "lower"):setSelected_animated(true, true)
  spec.equal(heard, { "short true true", "long true false", "state 1", "lower" })
  spec.equal({ short.selected, long.selected, long.dragState }, { true, true, MKAnnotationViewDragStateStarting })
end)

spec("the map calls an override by its long name too", function()
  local Pin, heard = MKAnnotationView:subclass("Pin"), {}
  function Pin:setSelected_animated(selected) heard[#heard + 1] = selected end
  map.delegate = { viewForAnnotation = function(_, annotation) return Pin(annotation, "pin") end }
  local other = MKPointAnnotation(at(1, 1), "other")
  map:addAnnotation(other)
  map:selectAnnotation(other, false)
  map:deselectAnnotation(other, false)
  spec.equal(heard, { true, false })
end)

spec("E-13: the Mac's names, one-argument setSelected, animator", function()
  spec.equal({ NSView == UIView, NSViewController == UIViewController }, { true, true })
  local rect = NSMakeRect(1, 2, 3, 4)
  spec.equal({ rect, NSRect(CGPointMake(1, 2), CGSizeMake(3, 4)) }, { CGRectMake(1, 2, 3, 4), CGRectMake(1, 2, 3, 4) })
  spec.equal({ NSWidth(rect), NSHeight(rect), NSPoint(1, 2) }, { 3.0, 4.0, CGPointMake(1, 2) })
  local view = MKAnnotationView(pin, "mac")
  view:setSelected(true)
  spec.equal({ view.selected, view.animator == view }, { true, true })
  local controller = UIViewController()
  spec.equal(UIView.is(controller.view), true)
end)

spec("E-9: overlays are all those above the roads, then all those above the labels", function()
  local low, high = MKCircle(at(0, 0), 5), MKCircle(at(0, 0), 6)
  map:addOverlay(high)
  map:addOverlay(low, MKOverlayLevelAboveRoads)
  spec.equal({ map.overlays[1] == low, map.overlays[2] == high }, { true, true })
end)

spec("E-10: userLocation is there, its location may not be", function()
  spec.equal({ MKUserLocation.is(map.userLocation), map.userLocation.location }, { true })
end)

-- LU-10: on instances of script-made subclasses an unknown name stores on assignment and reads nil when unset.
spec("an instance of a script's class takes any field, the host's own none", function()
  local Own = MKAnnotationView:subclass("Own")
  local view = Own(pin, "own")
  spec.equal(view.story, nil)
  view.story = { 1 }
  spec.equal(view.story, { 1 })
  spec.raises("no member 'story'", function() MKAnnotationView(pin, "host").story = 1 end)
  spec.raises("no member 'story'", function() return map.story end)
end)
