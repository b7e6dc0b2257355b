-- The sketches S10 to S29 and S32 to S35 of the guide's listings, as written there, in one script: what stands
-- between two of them is marked «glue» and gives them the values that they suppose a script to have. Functions that
-- draw (113) come with the pictures.
-- luacheck: ignore 113 431

-- glue: what the sketches share.
local map = MKMapView.new{ frame = CGRectMake(0, 0, 320, 480) }
local function place(c) return string.format("%+.4f, %+.4f", c.latitude, c.longitude) end
local function shown(text)
  print(text, place(map.centerCoordinate), string.format("%.4f wide", map.region.span.longitudeDelta))
end
shown("a new map")

-- S10: region structures.
local r = {                                    -- a struct is a table; MKCoordinateRegion(center, span) makes the same
  center = CLLocationCoordinate2DMake(35, 135),
  span   = { latitudeDelta = 0.01, longitudeDelta = 0.01 },
}
local sameIdea = MKCoordinateRegionMakeWithDistance(r.center, 1000, 1000)   -- metres
-- glue
print(string.format("a kilometre is %.6f up, %.6f across", sameIdea.span.latitudeDelta, sameIdea.span.longitudeDelta))
map.region = MKCoordinateRegionMake(r.center, MKCoordinateSpanMake(0.2, 0.2))
shown("S10")

-- S11: pan snippet.
local edge = CGPointMake(1, map.frame.size.height / 2)
map:setCenterCoordinate(map:convertPoint(edge, map), true)
-- glue
shown("S11")

-- S12: zoom snippet.
local wider = map.region                       -- a copy
wider.span.longitudeDelta = wider.span.longitudeDelta * 2
wider.span.latitudeDelta  = wider.span.latitudeDelta * 2
map:setRegion(wider, true)
-- glue
shown("S12")

-- S13: listings 5-1, 5-2 (6-1, 6-2), a custom annotation.
local MyCustomAnnotation = NSObject:subclass("MyCustomAnnotation")
function MyCustomAnnotation:init(coord)
  self.coordinate = coord                      -- observed property: the map follows changes
  return self
end

map:addAnnotation(MyCustomAnnotation(CLLocationCoordinate2DMake(37.33, -122.03)))
map:addAnnotation{ coordinate = CLLocationCoordinate2DMake(37.4, -122.1), title = "plain table" }
-- glue
local annotation = map.annotations[1]
print("S13", #map.annotations, MyCustomAnnotation.is(annotation), place(annotation.coordinate),
  map.annotations[2].title)

-- S14: listing 5-3 (6-3), image view with an offset.
local aView = MKAnnotationView.new{ annotation = annotation, reuseIdentifier = "MyCustomAnnotation" }
aView.image = UIImage:imageNamed("myimage.png")
aView.centerOffset = CGPointMake(10, -20)      -- right and up
-- glue
print("S14", aView.annotation == annotation, aView.frame.size.width, aView.frame.size.height, aView.centerOffset.y)

-- S15: listings 5-4, 5-5 (6-4), view subclass with own drawing.
local MyCustomAnnotationView = MKAnnotationView:subclass("MyCustomAnnotationView")

function MyCustomAnnotationView:init(annotation, reuseIdentifier)
  self = MyCustomAnnotationView.super.init(self, annotation, reuseIdentifier)
  if self then
    local f = self.frame
    f.size.width, f.size.height = 40, 40       -- no image, so the frame must be set
    self.frame = f
    self.opaque = false
  end
  return self
end

function MyCustomAnnotationView:drawRect(rect)
  local context = UIGraphicsGetCurrentContext()
  CGContextFillEllipseInRect(context, self.bounds)
end
-- glue
do
  local view = MyCustomAnnotationView(annotation, "own drawing")
  print("S15", view.frame.size.width, view.frame.size.height, view.opaque, view.reuseIdentifier)
end

-- S16: listing 5-6 (6-5), supplying and reusing views.
local mapDelegate = {}
map.delegate = mapDelegate

function mapDelegate:viewForAnnotation(mapView, annotation)
  if annotation:isKindOfClass(MKUserLocation) then return nil end
  if not annotation:isKindOfClass(MyCustomAnnotation) then return nil end
  local id = "CustomPinAnnotationView"
  local pin = mapView:dequeueReusableAnnotationViewWithIdentifier(id)
  if pin then
    pin.annotation = annotation
    return pin
  end
  pin = MKPinAnnotationView.new{ annotation = annotation, reuseIdentifier = id,
    pinColor = MKPinAnnotationColorRed, animatesDrop = true, canShowCallout = true }
  -- 5-6 only: a details button
  local button = UIButton:buttonWithType(UIButtonTypeDetailDisclosure)
  button:addTarget(self, "showDetails", UIControlEventTouchUpInside)
  pin.rightCalloutAccessoryView = button
  return pin
end

function mapDelegate:showDetails(sender) print("details") end
-- glue
map.centerCoordinate = annotation.coordinate
do
  local view = map:viewForAnnotation(annotation)
  print("S16", MKPinAnnotationView.is(view), view.reuseIdentifier)
end

-- S17: listing 5-7 (6-9), Colorado.
local colorado = MKPolygon:polygonWithCoordinates{
  CLLocationCoordinate2DMake(41.000512, -109.050116),
  CLLocationCoordinate2DMake(41.002371, -102.052066),
  CLLocationCoordinate2DMake(36.993076, -102.041981),
  CLLocationCoordinate2DMake(36.99892,  -109.045267),
}
colorado.title = "Colorado"
map:addOverlay(colorado)
-- glue
print("S17", MKStringFromMapRect(colorado.boundingMapRect))
map.centerCoordinate = colorado.coordinate

-- S18: listing 5-8, polygon view under the old names.
function mapDelegate:viewForOverlay(mapView, overlay)
  if not overlay:isKindOfClass(MKPolygon) then return nil end
  local v = MKPolygonView.new{ polygon = overlay }
  v.fillColor   = UIColor:cyanColor():colorWithAlphaComponent(0.2)
  v.strokeColor = UIColor:blueColor():colorWithAlphaComponent(0.7)
  v.lineWidth   = 3
  return v
end
-- glue
do
  local view = map:viewForOverlay(colorado)
  print("S18", MKPolygonView.is(view), view.lineWidth, view.fillColor.alpha, view.strokeColor.alpha)
end

-- S19: listing 5-9 (6-11), gradient.
local GradientRenderer = MKOverlayRenderer:subclass("GradientRenderer")   -- 5-9: MKOverlayView

function GradientRenderer:drawMapRect(mapRect, zoomScale, context)
  local rect = self:rectForMapRect(self.overlay.boundingMapRect)
  CGContextAddRect(context, rect)
  CGContextClip(context)                       -- the drawn area exceeds the bounding rect
  local space = CGColorSpaceCreateDeviceRGB()
  local gradient = CGGradientCreateWithColorComponents(space, {
    0, 0, 1, 0.5,   1, 1, 1, 0.8,   1, 1, 1, 0.8,   0, 0, 1, 0.5,
  }, { 0.0, 0.33, 0.66, 1.0 })
  local x = CGRectGetMidX(rect)
  CGContextDrawLinearGradient(context, gradient,
    CGPointMake(x, CGRectGetMinY(rect)), CGPointMake(x, CGRectGetMaxY(rect)), 0)
end                                            -- releases are the collector's work
-- glue: the polygon that the delegate is to give this renderer. It is drawn with the pictures.
local gradient = MKPolygon:polygonWithCoordinates{ CLLocationCoordinate2DMake(34.9, 134.9),
  CLLocationCoordinate2DMake(35.1, 134.9), CLLocationCoordinate2DMake(35.1, 135.1) }
print("S19", GradientRenderer(gradient).overlay == gradient, MKOverlayRenderer.is(GradientRenderer(gradient)))

-- S20: listing A-1, bullseye view.
local Bullseye = MKAnnotationView:subclass("BullseyeAnnotationView")

function Bullseye:init(annotation)
  self = Bullseye.super.init(self, annotation, "BullseyeAnnotation")
  local image = self and UIImage:imageNamed("bullseye32.png")
  if not image then return nil end
  self.image, self.canShowCallout, self.multipleTouchEnabled = image, true, false
  self.isMoving, self.map = false, nil         -- map is set in viewForAnnotation
  local button = UIButton:buttonWithType(UIButtonTypeDetailDisclosure)
  button:addTarget(self, "showAddress", UIControlEventTouchUpInside)
  self.rightCalloutAccessoryView = button
  return self
end
-- glue
function Bullseye:showAddress(sender) print("address of", self.annotation.title, UIButton.is(sender)) end

-- S21: listing A-2, following the finger.
function Bullseye:touchesBegan(touches, event)
  self.startLocation  = touches:anyObject():locationInView(self.superview)
  self.originalCenter = self.center
  Bullseye.super.touchesBegan(self, touches, event)
end

function Bullseye:touchesMoved(touches, event)
  local p = touches:anyObject():locationInView(self.superview)
  local dx, dy = p.x - self.startLocation.x, p.y - self.startLocation.y
  if math.abs(dx) > 5.0 or math.abs(dy) > 5.0 then self.isMoving = true end
  if self.isMoving then
    self.center = CGPointMake(self.originalCenter.x + dx, self.originalCenter.y + dy)
  else
    Bullseye.super.touchesMoved(self, touches, event)
  end
end
-- S22: listing A-3, drop or cancel.
local function reset(view)
  view.startLocation, view.originalCenter, view.isMoving = CGPointZero, CGPointZero, false
end

function Bullseye:touchesEnded(touches, event)
  if not self.isMoving then return Bullseye.super.touchesEnded(self, touches, event) end
  self.annotation:changeCoordinate(self.map:convertPoint(self.center, self.superview))
  reset(self)
end

function Bullseye:touchesCancelled(touches, event)
  if not self.isMoving then return Bullseye.super.touchesCancelled(self, touches, event) end
  self.center = self.originalCenter
  reset(self)
end
-- S23: listing 6-6, standard callout with image and button.
local function bridgeView(annotation)
  local pin = MKPinAnnotationView.new{ annotation = annotation, reuseIdentifier = "Bridge",
    pinColor = MKPinAnnotationColorPurple, animatesDrop = true, canShowCallout = true }
  pin.rightCalloutAccessoryView = UIButton:buttonWithType(UIButtonTypeDetailDisclosure)
  pin.leftCalloutAccessoryView  = UIImageView.new{ image = UIImage:imageNamed("MyCustomImage.png") }
  return pin
end

function mapDelegate:calloutAccessoryControlTapped(mapView, view, control)
  print("tapped", view.annotation.title)
end
-- S24: listing 6-7, hit test outside the view.
local CalloutPin = MKAnnotationView:subclass("CalloutPin")

function CalloutPin:hitTest(point)
  local hit = CalloutPin.super.hitTest(self, point)
  if not hit and self.selected then
    local inside = self.superview:convertPoint(point, self)
    hit = self.calloutView:hitTest(inside)
  end
  return hit
end
-- S25: listing 6-8, showing the custom callout.
function CalloutPin:setSelected(selected, animated)
  CalloutPin.super.setSelected(self, selected, animated)
  local callout = self.calloutView
  if not selected or callout.superview == self then   -- selecting again also removes it
    return callout:removeFromSuperview()
  end
  local f = callout.frame
  f.origin.x = -(f.size.width - self.bounds.size.width) * 0.5
  f.origin.y = -f.size.height + 15
  callout.frame = f
  self:addSubview(callout)
end
-- glue
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

-- S26: listing 6-10, polygon renderer.
function mapDelegate:rendererForOverlay(mapView, overlay)
  if not overlay:isKindOfClass(MKPolygon) then return nil end   -- nil: nothing is shown
  return MKPolygonRenderer.new{ polygon = overlay, lineWidth = 3,
    fillColor   = UIColor:cyanColor():colorWithAlphaComponent(0.2),
    strokeColor = UIColor:blueColor():colorWithAlphaComponent(0.7) }
end
-- glue: S19's gradient and S35's tiles have renderers of their own.
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

-- S27: map events worth having (note).
function mapDelegate:mapViewDidFailLoadingMap(mapView, err) print("tiles", err.code) end
function mapDelegate:didFailToLocateUserWithError(mapView, err) print("user", err.code) end
function mapDelegate:didChangeUserTrackingMode(mapView, mode, animated) print("mode", mode) end
function mapDelegate:didUpdateUserLocation(mapView, userLocation)
  if mapView.userTrackingMode == MKUserTrackingModeNone then   -- follow, but keep the zoom
    mapView:setCenterCoordinate(userLocation.location.coordinate, true)
  end
end
-- glue: map.delegate is that of S16.

-- S28: regionThatFits (note).
local asked = MKCoordinateRegionMakeWithDistance(map.centerCoordinate, 5000, 5000)
local real  = map:regionThatFits(asked)        -- the map itself is unchanged
print(asked.span.latitudeDelta, real.span.latitudeDelta)
-- glue
shown("S28 leaves the map alone")

-- S29: viewDidLoad (note).
local function viewDidLoad()
  map.delegate, map.showsUserLocation = mapDelegate, true
  local known = map.userLocation.location      -- may be nil; userLocation itself never is
  local center = known and known.coordinate or CLLocationCoordinate2DMake(35, 135)
  map:setRegion(MKCoordinateRegionMake(center, MKCoordinateSpanMake(0.01, 0.01)), false)
  map.userTrackingMode = MKUserTrackingModeFollow
end
-- glue: it is called below, when the delegate is complete.

-- S32: decluttering (Guide 5 and Annotating, no listing).
function mapDelegate:regionDidChangeAnimated(mapView, animated)
  local kept = {}
  for _, a in ipairs(mapView.annotations) do   -- a real script spares MKUserLocation
    local p = MKMapPointForCoordinate(a.coordinate)
    for _, q in ipairs(kept) do
      if MKMetersBetweenMapPoints(p, q) < 500 then mapView:removeAnnotation(a) p = nil break end
    end
    if p then kept[#kept + 1] = p end
  end
end
-- S33: built-in dragging (Guide 5 and Annotating, no listing).
function MyCustomAnnotation:setCoordinate(coord) self.coordinate = coord end
aView.draggable = true
function mapDelegate:didChangeDragState(mapView, view, newState, oldState)
  if newState == MKAnnotationViewDragStateEnding then print(view.annotation.coordinate.latitude) end
end
-- S34: overlap detection and z-order (Guide 5 and Annotating, no listing).
function mapDelegate:didAddOverlayRenderers(mapView, renderers)
  local new = renderers[1].overlay
  for _, other in ipairs(mapView.overlays) do
    if other ~= new and other.title == "always on top"
        and MKMapRectIntersectsRect(other.boundingMapRect, new.boundingMapRect) then
      mapView:exchangeOverlay(new, other)
      break
    end
  end
end
map:addOverlay(colorado, MKOverlayLevelAboveRoads)
-- S35: tile overlay (Annotating, no listing).
local tiles = MKTileOverlay("tiles/{z}/{x}/{y}@{scale}x.png")   -- under the script's folder
tiles.geometryFlipped, tiles.canReplaceMapContent = true, true
map:addOverlay(tiles)                          -- rendererForOverlay returns MKTileOverlayRenderer(tiles)
-- glue: what the script is started with.
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
