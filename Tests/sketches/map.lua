-- The sketches S10 to S29 and S32 to S35 of the guide's listings in one script: what stands between two of them gives
-- them the values that they suppose a script to have. Functions that draw come with the pictures.
local _ENV = setmetatable({}, { __index = _ENV })
local function sketch(number) require(string.format("s%02d", number))(_ENV) end

-- What the sketches share.
map = MKMapView.new{ frame = CGRectMake(0, 0, 320, 480) }
local function place(c) return string.format("%+.4f, %+.4f", c.latitude, c.longitude) end
local function shown(text)
  print(text, place(map.centerCoordinate), string.format("%.4f wide", map.region.span.longitudeDelta))
end
shown("a new map")

sketch(10)
print(string.format("a kilometre is %.6f up, %.6f across", sameIdea.span.latitudeDelta, sameIdea.span.longitudeDelta))
map.region = MKCoordinateRegionMake(r.center, MKCoordinateSpanMake(0.2, 0.2))
shown("S10")

sketch(11)
shown("S11")

sketch(12)
shown("S12")

sketch(13)
annotation = map.annotations[1]
print("S13", #map.annotations, MyCustomAnnotation.is(annotation), place(annotation.coordinate),
  map.annotations[2].title)

sketch(14)
print("S14", aView.annotation == annotation, aView.frame.size.width, aView.frame.size.height, aView.centerOffset.y)

sketch(15)
do
  local view = MyCustomAnnotationView(annotation, "own drawing")
  print("S15", view.frame.size.width, view.frame.size.height, view.opaque, view.reuseIdentifier)
end

sketch(16)
map.centerCoordinate = annotation.coordinate
do
  local view = map:viewForAnnotation(annotation)
  print("S16", MKPinAnnotationView.is(view), view.reuseIdentifier)
end

sketch(17)
print("S17", MKStringFromMapRect(colorado.boundingMapRect))
map.centerCoordinate = colorado.coordinate

sketch(18)
do
  local view = map:viewForOverlay(colorado)
  print("S18", MKPolygonView.is(view), view.lineWidth, view.fillColor.alpha, view.strokeColor.alpha)
end

sketch(19)
-- The polygon that the delegate is to give this renderer. It is drawn with the pictures.
local gradient = MKPolygon:polygonWithCoordinates{ CLLocationCoordinate2DMake(34.9, 134.9),
  CLLocationCoordinate2DMake(35.1, 134.9), CLLocationCoordinate2DMake(35.1, 135.1) }
print("S19", GradientRenderer(gradient).overlay == gradient, MKOverlayRenderer.is(GradientRenderer(gradient)))

sketch(20)
function Bullseye:showAddress(sender) print("address of", self.annotation.title, UIButton.is(sender)) end

sketch(21)
sketch(22)
sketch(23)
sketch(24)
sketch(25)
local Target = NSObject:subclass("Target")
function Target:init(title, coord)
  self.title, self.coordinate = title, coord
  return self
end
function Target:changeCoordinate(coord)
  print(self.title, "goes to", place(coord))
  self.coordinate = coord
end
local bullseye = Target("bullseye", CLLocationCoordinate2DMake(35.004, 135))
local bridge = Target("bridge", CLLocationCoordinate2DMake(34.996, 135))
local custom = Target("custom", CLLocationCoordinate2DMake(35, 135.005))
local own = Target("own", CLLocationCoordinate2DMake(35, 134.994))
local dragged, near = MyCustomAnnotation(CLLocationCoordinate2DMake(35.008, 135.005)),
  MyCustomAnnotation(CLLocationCoordinate2DMake(35.0085, 135.005))
aView.annotation, dragged.title, near.title = dragged, "dragged", "too near"

local viewOfSketch = mapDelegate.viewForAnnotation
function mapDelegate:viewForAnnotation(mapView, wanted)
  print("view of", wanted.title)
  if wanted == bullseye then
    local view = Bullseye(wanted)
    view.map = mapView
    return view
  elseif wanted == bridge then
    return bridgeView(wanted)
  elseif wanted == custom then
    local view = CalloutPin(wanted, "custom")
    view.frame = CGRectMake(0, 0, 30, 30)
    view.calloutView = UILabel.new{ frame = CGRectMake(0, 0, 100, 40) }
    return view
  elseif wanted == own then
    return MyCustomAnnotationView(wanted, "own")
  elseif wanted == dragged then
    return aView
  end
  return viewOfSketch(self, mapView, wanted)
end
function mapDelegate:didSelectAnnotationView(mapView, view)
  print("selected", view.annotation.title)
  if CalloutPin.is(view) then print("callout shown", view.calloutView.superview == view) end
end
function mapDelegate:didDeselectAnnotationView(mapView, view) print("deselected", view.annotation.title) end

sketch(26)
-- S19's gradient and S35's tiles have renderers of their own.
local rendererOfSketch = mapDelegate.rendererForOverlay
function mapDelegate:rendererForOverlay(mapView, overlay)
  local renderer
  if overlay == gradient then
    renderer = GradientRenderer(overlay)
  elseif MKTileOverlay.is(overlay) then
    renderer = MKTileOverlayRenderer(overlay)
  else
    renderer = rendererOfSketch(self, mapView, overlay)
  end
  print("renderer of", overlay.title, renderer)
  return renderer
end

sketch(27)
sketch(28)
shown("S28 leaves the map alone")

sketch(29)
-- It is called below, when the delegate is complete.

sketch(32)
sketch(33)
sketch(34)
sketch(35)
-- What the script is started with.
print("z-order", colorado == map.overlays[1], tiles == map.overlays[2], #map:overlaysInLevel(MKOverlayLevelAboveLabels))
local square = MKPolygon{ CLLocationCoordinate2DMake(34.95, 134.95), CLLocationCoordinate2DMake(35.05, 134.95),
  CLLocationCoordinate2DMake(35.05, 135.05) }
square.title = "always on top"
map:insertOverlay(square, 1)
map:addAnnotations{ bullseye, bridge, custom, own, dragged, near }
viewDidLoad()
-- Comes over what must stay on top, which is exchanged with it.
geoscript.after(5, function()
  map:addOverlay(gradient)
  print("z-order", gradient == map.overlays[4])
end)
geoscript.after(6, function() print("z-order", gradient == map.overlays[2], map.overlays[4].title) end)
geoscript.onFinish(function()
  shown("at last")
  for _, a in ipairs(map.annotations) do print(a.title, place(a.coordinate)) end
  for _, o in ipairs(map.overlays) do print(o.title) end
end)
