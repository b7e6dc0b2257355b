-- Every callback of two location managers and of two maps, of which the log makes all happen: what is compared is the
-- order in which they come. Each is told by the host's own record; the script prints only what that leaves out.
local function at(latitude, longitude) return CLLocationCoordinate2DMake(latitude, longitude) end
local gate = at(52.5163, 13.3777)

-- Managers: the first also watches a region.
local heard = { "didFailWithError", "didChangeAuthorizationStatus", "didEnterRegion", "didExitRegion",
  "didDwellInRegion", "didStartMonitoringForRegion", "monitoringDidFailForRegion", "didDetermineState",
  "didUpdateHeading", "locationManagerShouldDisplayHeadingCalibration", "didVisit",
  "didFinishDeferredUpdatesWithError", "locationManagerDidPauseLocationUpdates",
  "locationManagerDidResumeLocationUpdates" }
local function manager(name, update)
  local delegate = { [update] = function() print(name, update) end }
  for _, callback in ipairs(heard) do
    delegate[callback] = function() print(name, callback) end
  end
  return CLLocationManager.new{ delegate = delegate }
end
local first, second = manager("first manager", "didUpdateLocations"), manager("second manager", "didUpdateToLocation")

-- Maps: one is made before the managers start, the other after; the order of creation is what counts.
local near = MKMapView.new{ frame = CGRectMake(0, 0, 400, 300) }
first:startUpdatingLocation()
first:startUpdatingHeading()
second:startUpdatingLocation()
local far = MKMapView.new{ frame = CGRectMake(0, 0, 300, 300) }

local names = { [near] = "near", [far] = "far" }
-- What a callback is to do once, by its name.
local once = {}
local function hear(map, callback, ...)
  print(names[map], callback, ...)
  local act = once[callback .. " of " .. names[map]]
  once[callback .. " of " .. names[map]] = nil
  if act then act(map) end
end
local function text(place) return string.format("%.4f, %.4f", place.latitude, place.longitude) end

local delegate = {}
for _, callback in ipairs{ "regionWillChangeAnimated", "regionDidChangeAnimated" } do
  delegate[callback] = function(map, animated) hear(map, callback, text(map.centerCoordinate), animated) end
end
for _, callback in ipairs{ "mapViewWillStartLoadingMap", "mapViewDidFinishLoadingMap", "mapViewDidFailLoadingMap",
  "mapViewWillStartRenderingMap", "mapViewDidFinishRenderingMap", "mapViewWillStartLocatingUser",
  "mapViewDidStopLocatingUser", "didUpdateUserLocation", "didFailToLocateUserWithError" } do
  delegate[callback] = function(map) hear(map, callback) end
end
function delegate:didChangeUserTrackingMode(map, mode, animated)
  hear(map, "didChangeUserTrackingMode", mode, animated)
end
function delegate:viewForAnnotation(map, annotation)
  local isCluster = MKClusterAnnotation.is(annotation)
  hear(map, "viewForAnnotation", annotation.title, isCluster and "and others" or "")
  if isCluster or annotation.title == "plain" or MKUserLocation.is(annotation) then return nil end
  local view = map:dequeueReusableAnnotationViewWithIdentifier("pin") or MKPinAnnotationView(annotation, "pin")
  view.annotation, view.canShowCallout, view.draggable = annotation, true, true
  view.clusteringIdentifier = annotation.title ~= "pin" and "numbers" or nil
  local button = UIButton:buttonWithType(UIButtonTypeDetailDisclosure)
  button:addTarget(self, "pressed", UIControlEventTouchUpInside)
  view.rightCalloutAccessoryView = button
  return view
end
function delegate:pressed(button) print("the button's action", UIButton.is(button)) end
function delegate:didAddAnnotationViews(map, views) hear(map, "didAddAnnotationViews", #views) end
function delegate:didSelectAnnotationView(map, view) hear(map, "didSelectAnnotationView", view.annotation.title) end
function delegate:didDeselectAnnotationView(map, view) hear(map, "didDeselectAnnotationView", view.annotation.title) end
function delegate:calloutAccessoryControlTapped(map, view)
  hear(map, "calloutAccessoryControlTapped", view.annotation.title)
end
function delegate:didChangeDragState(map, view, new, old)
  hear(map, "didChangeDragState", old .. " to " .. new, text(view.annotation.coordinate))
end
function delegate:clusterAnnotationForMemberAnnotations(map, members)
  hear(map, "clusterAnnotationForMemberAnnotations", #members)
  return nil
end
function delegate:rendererForOverlay(map, overlay)
  hear(map, "rendererForOverlay", overlay.title)
  return MKPolygonRenderer(overlay)
end
function delegate:didAddOverlayRenderers(map, renderers) hear(map, "didAddOverlayRenderers", #renderers) end

near.delegate, far.delegate = delegate, delegate
local here = MKCoordinateRegionMake(gate, MKCoordinateSpanMake(0.01, 0.01))
far.region = here                             -- of two maps the calls come in the order of the changes
near.region = here

local function square(title, latitude, longitude)
  local north = latitude + 0.002
  local made = MKPolygon{ at(latitude, longitude), at(north, longitude), at(north, longitude + 0.002) }
  made.title = title
  return made
end
-- Both levels: asked from the bottom to the top, which is not the order in which they were added.
near:addOverlay(square("labels 1", 52.515, 13.376))
near:addOverlay(square("roads 1", 52.516, 13.376), MKOverlayLevelAboveRoads)
near:insertOverlay(square("labels 0", 52.517, 13.376), 1)
near:addOverlay(square("away", 10, 10))
-- Two of the three would overlap, and are one.
local pin = MKPointAnnotation(at(52.5175, 13.3805), "pin")
near:addAnnotations{ MKPointAnnotation(at(52.515, 13.375), "one"), pin, MKPointAnnotation(at(52.515, 13.3751), "two") }
far:addAnnotation(MKPointAnnotation(gate, "plain"))
local region = CLCircularRegion.new{ center = gate, radius = 100, identifier = "gate" }
region.dwell = 600
first:startMonitoringForRegion(region)
first:startMonitoringForRegion(CLRegion.new{ center = gate, radius = 1e7, identifier = "far too large" })
second:requestStateForRegion(region)
second:startMonitoringVisits()
print("end of the main chunk")

local function after(seconds, what, act)
  geoscript.after(seconds, function()
    print(what)
    act()
    print("returns")
  end)
end
after(1, "a change at once, one with animation, and one that interrupts it", function()
  near.centerCoordinate = at(52.52, 13.3777)
  near:setCenterCoordinate(at(52.53, 13.3777), true)
  near:setCenterCoordinate(gate, true)
end)
after(2, "both maps show and follow the user", function()
  far.showsUserLocation = true
  near:setUserTrackingMode(MKUserTrackingModeFollowWithHeading, true)
end)
after(5, "changes made in will and did run afterwards", function()
  once["regionWillChangeAnimated of far"] = function(map) map.centerCoordinate = at(1, 1) end
  once["regionDidChangeAnimated of far"] = function(map)
    once["regionDidChangeAnimated of far"] = function() map.centerCoordinate = gate end
  end
  far.centerCoordinate = at(2, 2)
end)
after(6, "asking for a view and for a renderer forces the pass", function()
  local plain = MKPointAnnotation(gate, "pin")
  local over = square("forced", 52.516, 13.378)
  far:addAnnotation(plain)
  far:addOverlay(over)
  print("a view", far:viewForAnnotation(plain) ~= nil)
  print("a renderer", far:rendererForOverlay(over) ~= nil)
  far:selectAnnotation(plain, true)
  print("selected", #far.selectedAnnotations)
  far:removeAnnotation(plain)
  print("selected", #far.selectedAnnotations)
end)
after(29.5, "a manager that collects locations", function()
  second:allowDeferredLocationUpdatesUntilTraveled(500, 60)
end)
after(40, "a user who is shown no more", function() far.showsUserLocation = false end)
after(41, "a map that leaves the screen is told nothing more", function()
  far.centerCoordinate = at(0, 0)
  far:removeFromSuperview()
end)
