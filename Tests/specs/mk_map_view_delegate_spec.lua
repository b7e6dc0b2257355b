-- MKMapViewDelegate: who is called with what and in which order; the sketches S27 and S29.
-- run: --from user.ndjson
local spec = require "spec"

local function names(...)
  local list = {}
  for _, value in ipairs{ ... } do list[#list + 1] = type(value) == "userdata" and "object" or tostring(value) end
  return table.concat(list, " ")
end

-- A delegate that takes everything down, without `self`.
local function diary(calls)
  local told = {}
  for _, name in ipairs{
    "regionWillChangeAnimated", "mapViewDidChangeVisibleRegion", "regionDidChangeAnimated",
    "mapViewWillStartLoadingMap", "mapViewDidFinishLoadingMap", "mapViewDidFailLoadingMap",
    "mapViewWillStartRenderingMap", "mapViewDidFinishRenderingMap",
    "mapViewWillStartLocatingUser", "mapViewDidStopLocatingUser",
    "didUpdateUserLocation", "didFailToLocateUserWithError", "didChangeUserTrackingMode",
  } do
    told[name] = function(...) calls[#calls + 1] = name .. " " .. names(...) end
  end
  return told
end

spec("the constants of errors", function()
  spec.equal(MKErrorDomain, "MKErrorDomain")
  spec.equal({ MKErrorUnknown, MKErrorServerFailure, MKErrorLoadingThrottled, MKErrorPlacemarkNotFound,
    MKErrorDirectionsNotFound }, { 1, 2, 3, 4, 5 })
end)

spec("a delegate is a table of functions, or nothing", function()
  local map = MKMapView()
  spec.equal(map.delegate, nil)
  local delegate = {}
  map.delegate = delegate
  spec.equal(rawequal(map.delegate, delegate), true)
  map.delegate = nil
  spec.equal(map.delegate, nil)
  spec.raises("table of functions expected, got number", function() map.delegate = 1 end)
  map:removeFromSuperview()
end)

-- S27, map events worth having.
local map = MKMapView()
local s27 = { [map] = {} }
local mapDelegate = {}
local function note(mapView, line) table.insert(s27[mapView], line) end
function mapDelegate:mapViewDidFailLoadingMap(mapView, err) note(mapView, "tiles " .. err.code) end
function mapDelegate:didFailToLocateUserWithError(mapView, err) note(mapView, "user " .. err.code) end
function mapDelegate:didChangeUserTrackingMode(mapView, mode) note(mapView, "mode " .. mode) end
function mapDelegate:didUpdateUserLocation(mapView, userLocation)
  if mapView.userTrackingMode == MKUserTrackingModeNone then   -- follow, but keep the zoom
    mapView:setCenterCoordinate(userLocation.location.coordinate, true)
  end
  note(mapView, string.format("at %.2f", mapView.centerCoordinate.longitude))
end

-- S29, start-up: where no fix is known, the middle of Japan.
local function viewDidLoad()
  map.delegate, map.showsUserLocation = mapDelegate, true
  local known = map.userLocation.location      -- may be nil; userLocation itself never is
  local center = known and known.coordinate or CLLocationCoordinate2DMake(35, 135)
  map:setRegion(MKCoordinateRegionMake(center, MKCoordinateSpanMake(0.01, 0.01)), false)
  map.userTrackingMode = MKUserTrackingModeFollow
end
viewDidLoad()
local start = map.region

spec("S29: the map begins at 35, 135, as close as 0.01 degrees allow, and keeps that while it follows", function()
  spec.near(start.center.latitude, 35, 1e-6)
  spec.near(start.center.longitude, 135, 1e-6)
  spec.equal(start.span.longitudeDelta >= 0.01 and start.span.longitudeDelta < 0.04, true)
  spec.equal(map.userTrackingMode, MKUserTrackingModeFollow)
end)

-- One that takes down the order of a change by the script, of locating and of a mode.
local calls = {}
local watched = MKMapView()
watched.delegate = diary(calls)
watched.showsUserLocation = true
watched.centerCoordinate = CLLocationCoordinate2DMake(35, 139)
watched:setRegion(MKCoordinateRegionMakeWithDistance(CLLocationCoordinate2DMake(35, 139), 1000, 1000), false)
watched.userTrackingMode = MKUserTrackingModeFollow
geoscript.after(5, function() -- 1005
  calls.begun = table.move(calls, 1, #calls, 1, {})
  for i = 1, #calls do calls[i] = nil end
end)
geoscript.after(15, function() -- 1015
  calls.followed = table.move(calls, 1, #calls, 1, {})
  watched.delegate = nil
end)

spec.atEnd("calls come after the chunk that caused them, in their order", function()
  spec.equal({ table.unpack(calls.begun, 1, 8) }, {
    "mapViewWillStartLocatingUser object",
    "regionWillChangeAnimated object false", "mapViewDidChangeVisibleRegion object",
    "regionDidChangeAnimated object false",
    "regionWillChangeAnimated object false", "mapViewDidChangeVisibleRegion object",
    "regionDidChangeAnimated object false",
    "didChangeUserTrackingMode object 1 false",
  })
end)

spec.atEnd("a fix is told, then followed; the end of the move comes 0.3 s later", function()
  spec.equal(calls.followed[1], "didUpdateUserLocation object object")
  spec.equal(calls.followed[2], "regionWillChangeAnimated object true")
  spec.equal(calls.followed[#calls.followed - 1], "mapViewDidChangeVisibleRegion object")
  spec.equal(calls.followed[#calls.followed], "regionDidChangeAnimated object true")
end)

spec.atEnd("S27: follow mode moves the map by itself, after the update", function()
  spec.equal(s27[map], {
    "mode 1", "at 135.00", "at 139.76", "at 139.77", "user 0", "user 1", "at 139.78",
  })
  spec.near(map.centerCoordinate.longitude, 139.80, 1e-6)
  spec.near(map.region.span.longitudeDelta, start.span.longitudeDelta, 1e-12)
end)

-- S27 without a mode: the script follows, and its zoom stays.
local free = MKMapView()
s27[free] = {}
free.delegate = mapDelegate
free.showsUserLocation = true
local span = free.region.span.longitudeDelta
spec.atEnd("S27: without a mode the update's callback follows, on the level that was there (MV-21)", function()
  spec.equal(s27[free], { "at 139.76", "at 139.77", "at 139.78", "user 0", "user 1", "at 139.80" })
  spec.near(free.centerCoordinate.longitude, 139.80, 1e-6)
  spec.near(free.region.span.longitudeDelta, span, 1e-12)
end)

-- Annotations and overlays.
local content, contentCalls = MKMapView(), {}
local function take(name, ...) contentCalls[#contentCalls + 1] = name .. " " .. names(...) end
local pin = MKPointAnnotation()
pin.coordinate, pin.title = CLLocationCoordinate2DMake(10, 10), "pin"
local ring = MKCircle:circleWithCenterCoordinate(CLLocationCoordinate2DMake(10, 10), 1000)
local oldNames = {}
function oldNames.viewForAnnotation(mapView, annotation)
  take("viewForAnnotation", mapView, annotation)
  spec.equal(mapView == content and annotation == pin, true)
  return MKPinAnnotationView.new{ annotation = annotation }
end
function oldNames:didAddAnnotationViews(_, views)
  take("didAddAnnotationViews", #views, views[1].annotation.title)
  spec.equal(rawequal(self, oldNames), true)
end
function oldNames.didSelectAnnotationView(_, view) take("didSelectAnnotationView", view.annotation.title) end
function oldNames.didDeselectAnnotationView(_, view) take("didDeselectAnnotationView", view.annotation.title) end
function oldNames.didSelectAnnotation(_, annotation) take("didSelectAnnotation", tostring(annotation == pin)) end
function oldNames.didDeselectAnnotation(_, annotation) take("didDeselectAnnotation", tostring(annotation == pin)) end
function oldNames.viewForOverlay(_, overlay)
  take("viewForOverlay", tostring(overlay == ring))
  return MKCircleView.new{ circle = overlay }
end
function oldNames.didAddOverlayViews(_, views)
  take("didAddOverlayViews", #views, tostring(views[1].overlay == ring))
end
content.delegate = oldNames
content:addAnnotation(pin)
content:addOverlay(ring)
geoscript.after(1, function() content:selectAnnotation(pin, false) end)
geoscript.after(2, function() content:deselectAnnotation(pin, false) end)

spec.atEnd("views and renderers are asked for in one pass, old names serve where the new ones are missing", function()
  spec.equal(contentCalls, {
    "viewForAnnotation object object", "didAddAnnotationViews 1 pin",
    "viewForOverlay true", "didAddOverlayViews 1 true",
    "didSelectAnnotationView pin", "didSelectAnnotation true",
    "didDeselectAnnotationView pin", "didDeselectAnnotation true",
  })
end)

spec("the user is an annotation while shown, and cannot be removed", function()
  local shown = MKMapView()
  spec.equal(#shown.annotations, 0)
  shown.showsUserLocation = true
  spec.equal(shown.annotations[1] == shown.userLocation, true)
  spec.equal(shown.annotations[1]:isKindOfClass(MKUserLocation), true)
  shown:removeAnnotations(shown.annotations)
  spec.equal(#shown.annotations, 1)
  shown.showsUserLocation = false
  spec.equal(#shown.annotations, 0)
  shown:removeFromSuperview()
end)
