-- run: --from annotation_hands.ndjson
-- What a hand does to annotations: sketches S23, S32 and S33 with an event log.
local spec = require "spec"

local log = {}
local function note(...) log[#log + 1] = table.concat({ ... }, " ") end
-- What was noted since the last look.
local function noted()
  local all = log
  log = {}
  return all
end

local function coordinate(latitude, longitude) return CLLocationCoordinate2DMake(latitude, longitude) end
local map = MKMapView.new{ frame = CGRectMake(0, 0, 800, 600) }
map.region = MKCoordinateRegionMake(coordinate(0, 0), MKCoordinateSpanMake(14, 20))

local MyCustomAnnotation = NSObject:subclass("MyCustomAnnotation")
function MyCustomAnnotation:init(coord, title)
  self.coordinate, self.title = coord, title
  return self
end
function MyCustomAnnotation:setCoordinate(coord) self.coordinate = coord end

local Fixed = NSObject:subclass("Fixed")

-- Lifts only when the script says so.
local Slow = MKPinAnnotationView:subclass("Slow")
function Slow:setDragState(state) self.dragState = state end
function Slow:setSelected(selected, animated)
  Slow.super.setSelected(self, selected, animated)
  note("setSelected", tostring(selected), tostring(animated))
end

local delegate = {}
map.delegate = delegate

function delegate:viewForAnnotation(_, annotation)
  local isSlow = annotation.title == "slow" or annotation.title == "bridge"
  local pin = (isSlow and Slow or MKPinAnnotationView).new{ annotation = annotation, reuseIdentifier = annotation.title,
    pinColor = MKPinAnnotationColorPurple, animatesDrop = true, canShowCallout = true, draggable = true }
  local button = UIButton:buttonWithType(UIButtonTypeDetailDisclosure)
  button:addTarget(self, "showDetails", UIControlEventTouchUpInside)
  pin.rightCalloutAccessoryView = button
  return pin
end
function delegate:showDetails() note("details") end
function delegate:didSelectAnnotationView(_, view) note("select", view.annotation.title) end
function delegate:didDeselectAnnotationView(_, view) note("deselect", view.annotation.title) end
function delegate:calloutAccessoryControlTapped(_, view, control)
  assert(rawequal(control, view.rightCalloutAccessoryView))
  note("tapped", view.annotation.title)
end
function delegate:didChangeDragState(_, view, new, old)
  note(view.annotation.title, tostring(old), tostring(new), string.format("%.0f", view.annotation.coordinate.longitude))
end
function delegate:regionDidChangeAnimated(mapView)
  note("region")
  for _, annotation in ipairs(mapView.annotations) do
    -- The first change is that of the main chunk.
    if annotation.title == "slow" and annotation.isDone then mapView:removeAnnotation(annotation) end
  end
end

local fixed = Fixed()
fixed.coordinate, fixed.title = coordinate(-3, 3), "fixed"
local plain = { coordinate = coordinate(3, 3), title = "table" }
local own = MyCustomAnnotation(coordinate(3, -3), "own")
map:addAnnotations{
  MKPointAnnotation(coordinate(0, 0), "bridge"), MKPointAnnotation(coordinate(-3, -3), "tower"), own, plain, fixed,
  MKPointAnnotation:subclass("Note")(coordinate(-1, 1), "slow"),
}
-- AV-29, AV-23: a tap on the empty map deselects; a drag calls `setCoordinate` if it exists, else writes `coordinate`.
-- AV-29, AV-23: a tap on the empty map deselects; a drag calls `setCoordinate` if it exists, else writes `coordinate`.
local steps = {
  { 1.5, "a tap selects", { "region", "setSelected true true", "select bridge" } },
  { 2.5, "a tap on a selected view calls setSelected again without a second didSelect", { "setSelected true true" } },
  { 3.5, "S23: tapControl selects first; the control's action comes before the delegate's call",
    { "setSelected false true", "deselect bridge", "select tower", "details", "tapped tower" } },
  { 4.5, "a tap on the empty map deselects", { "deselect tower" } },
  { 5.5, "S33: a drag is told state by state, with the new coordinate at Ending",
    { "own 0 1 -3", "own 1 2 -3", "own 2 4 2", "own 4 0 2" } },
  { 6.5, "a drag writes the coordinate of a plain table",
    { "table 0 1 3", "table 1 2 3", "table 2 4 5", "table 4 0 5" } },
  { 8.5, "a script's class without setCoordinate is not dragged", {} },
  { 9.5, "a setDragState that does not move on stays there", { "slow 0 1 1" } },
  { 10.5, "S32: the delegate removes annotations when the region has changed", { "region" } },
}
for _, step in ipairs(steps) do
  geoscript.after(step[1], function()
    spec(step[2], function() spec.equal(noted(), step[3]) end)
    if step[1] == 9.5 then map.annotations[6].isDone = true end
  end)
end

spec.atEnd("what was dragged lies where it was dropped", function()
  spec.equal({ own.coordinate, plain.coordinate, fixed.coordinate },
    { coordinate(2, 2), coordinate(0, 5), coordinate(-3, 3) })
  spec.equal(#map.annotations, 5)
end)
