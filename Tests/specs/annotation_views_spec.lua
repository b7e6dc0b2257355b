-- Views of annotations, their reuse, markers and pins: sketches S14 to S16.
local spec = require "spec"
local annotated = require "annotated_map"
local coordinate, newMap = annotated.coordinate, annotated.newMap
local MyCustomAnnotation = annotated.MyCustomAnnotation

spec("S14: an image view with an offset", function()
  local view = MKAnnotationView.new{ annotation = MKPointAnnotation(coordinate(0, 0)), reuseIdentifier = "x" }
  view.image = UIImage:imageNamed("no-such-file.png")
  spec.equal(view.image, nil)
  view.centerOffset = CGPointMake(10, -20)
  spec.equal({ view.centerOffset.x, view.centerOffset.y }, { 10, -20 })
  spec.equal({ view.reuseIdentifier, view.opaque, view.enabled, view.highlighted, view.selected },
    { "x", true, true, false, false })
  view.highlighted = true
  view:setSelected_animated(true, false)
  assert(view.highlighted and view.selected)
end)

spec("S15: a view subclass sets its own frame", function()
  local MyCustomAnnotationView = MKAnnotationView:subclass("MyCustomAnnotationView")
  function MyCustomAnnotationView:init(annotation, reuseIdentifier)
    self = MyCustomAnnotationView.super.init(self, annotation, reuseIdentifier)
    if self then
      local f = self.frame
      f.size.width, f.size.height = 40, 40
      self.frame = f
      self.opaque = false
    end
    return self
  end
  function MyCustomAnnotationView:drawRect(_) self.isDrawn = true end
  local view = MyCustomAnnotationView(MKPointAnnotation(coordinate(0, 0)), "own")
  spec.equal({ view.frame.size.width, view.opaque, view.reuseIdentifier }, { 40, false, "own" })
  assert(view:isKindOfClass(MKAnnotationView) and view:isKindOfClass(UIView))
end)

spec("S16: the delegate supplies views and uses them again", function()
  local map, made, asked, added = newMap(), 0, {}, {}
  local delegate = {}
  function delegate:viewForAnnotation(mapView, annotation)
    asked[#asked + 1] = annotation.title
    if annotation:isKindOfClass(MKUserLocation) then return nil end
    if not annotation:isKindOfClass(MyCustomAnnotation) then return nil end
    local id = "CustomPinAnnotationView"
    local pin = mapView:dequeueReusableAnnotationViewWithIdentifier(id)
    if pin then
      pin.annotation = annotation
      return pin
    end
    made = made + 1
    pin = MKPinAnnotationView.new{ annotation = annotation, reuseIdentifier = id,
      pinColor = MKPinAnnotationColorRed, animatesDrop = true, canShowCallout = true }
    local button = UIButton:buttonWithType(UIButtonTypeDetailDisclosure)
    button:addTarget(self, "showDetails", UIControlEventTouchUpInside)
    pin.rightCalloutAccessoryView = button
    return pin
  end
  function delegate:didAddAnnotationViews(_, views)
    for _, view in ipairs(views) do added[#added + 1] = view.annotation.title end
  end
  map.delegate = delegate
  local a, b = MyCustomAnnotation(coordinate(0, 0), "a"), MyCustomAnnotation(coordinate(0, 100), "b")
  map:addAnnotations{ a, b, MKPointAnnotation(coordinate(1, 1), "point") }
  spec.equal(#asked, 0)
  local view = map:viewForAnnotation(a)
  spec.equal(table.concat(asked, " "), "a point")
  spec.equal(table.concat(added, " "), "a point")
  assert(view:isKindOfClass(MKPinAnnotationView) and view.animatesDrop and view.canShowCallout)
  spec.equal(view.pinColor, MKPinAnnotationColorRed)
  map.centerCoordinate = coordinate(0, 100)
  assert(rawequal(map:viewForAnnotation(b), view))
  spec.equal(map:viewForAnnotation(a), nil)
  spec.equal(made, 1)
end)

spec("a registered class makes the views of its identifier", function()
  local map = newMap()
  local Flag = MKAnnotationView:subclass("Flag")
  function Flag:prepareForReuse()
    Flag.super.prepareForReuse(self)
    self.times = (self.times or 0) + 1
  end
  function Flag:prepareForDisplay()
    Flag.super.prepareForDisplay(self)
    self.titles = (self.titles or "") .. self.annotation.title
  end
  map:registerClass_forAnnotationViewWithReuseIdentifier(Flag, "flag")
  map:registerClass(MKPinAnnotationView, MKMapViewDefaultAnnotationViewReuseIdentifier)
  local a = MKPointAnnotation(coordinate(0, 0), "a")
  local views = {}
  map.delegate = {
    viewForAnnotation = function(m, annotation)
      views[#views + 1] = m:dequeueReusableAnnotationViewWithIdentifier_forAnnotation("flag", annotation)
      return views[#views]
    end
  }
  map:addAnnotation(a)
  assert(map:viewForAnnotation(a):isKindOfClass(Flag))
  map:removeAnnotation(a)
  map:addAnnotation(MKPointAnnotation(coordinate(1, 1), "b"))
  map:viewForAnnotation(map.annotations[1])
  assert(rawequal(views[1], views[2]))
  spec.equal({ views[1].times, views[1].titles }, { 1, "ab" })
  spec.raises("no view class is registered", map.dequeueReusableAnnotationViewWithIdentifier_forAnnotation, map, "x", a)
end)

spec("the default identifiers need no class (MV-45)", function()
  local map = newMap()
  local a = MKPointAnnotation(coordinate(0, 0), "a")
  local function dequeue(identifier)
    return map:dequeueReusableAnnotationViewWithIdentifier_forAnnotation(identifier, a)
  end
  local view = dequeue(MKMapViewDefaultAnnotationViewReuseIdentifier)
  assert(view:isKindOfClass(MKMarkerAnnotationView) and view.annotation == a and not view.canShowCallout)
  assert(dequeue(MKMapViewDefaultClusterAnnotationViewReuseIdentifier):isKindOfClass(MKAnnotationView))
  map:registerClass(MKPinAnnotationView, MKMapViewDefaultAnnotationViewReuseIdentifier)
  assert(dequeue(MKMapViewDefaultAnnotationViewReuseIdentifier):isKindOfClass(MKPinAnnotationView))
end)

spec("drag states of a view can be read, set and intercepted", function()
  local seen = {}
  local View = MKAnnotationView:subclass("Lifting")
  function View:setDragState(state, _)
    seen[#seen + 1] = state
    self.dragState = state
  end
  local view = View(nil, nil)
  view.draggable = true
  view.dragState = MKAnnotationViewDragStateStarting
  spec.equal({ view.dragState, view.draggable, #seen }, { MKAnnotationViewDragStateStarting, true, 1 })
  local plain = MKAnnotationView(nil, nil)
  plain:setDragState_animated(MKAnnotationViewDragStateStarting, true)
  spec.equal(plain.dragState, MKAnnotationViewDragStateDragging)
  plain:setDragState(MKAnnotationViewDragStateEnding)
  spec.equal(plain.dragState, MKAnnotationViewDragStateNone)
  plain:setDragState(MKAnnotationViewDragStateCanceling)
  spec.raises("MKAnnotationViewDragState… expected, got 9", function() plain.dragState = 9 end)
end)

spec("a marker has a glyph, colors and a title", function()
  local marker = MKMarkerAnnotationView(nil, nil)
  spec.equal({ marker.bounds.size.width, marker.bounds.size.height, marker.centerOffset.y }, { 28, 36, -18 })
  spec.equal({ marker.titleVisibility, marker.subtitleVisibility },
    { MKFeatureVisibilityAdaptive, MKFeatureVisibilityAdaptive })
  spec.equal({ MKFeatureVisibilityAdaptive, MKFeatureVisibilityHidden, MKFeatureVisibilityVisible }, { 0, 1, 2 })
  assert(marker.markerTintColor == nil and marker.glyphTintColor == nil and marker.glyphText == nil)
  local image
  marker = MKMarkerAnnotationView.new{ annotation = MKPointAnnotation.new{ title = "Depot" }, reuseIdentifier = "m",
    markerTintColor = "#008040", glyphTintColor = UIColor:yellowColor(), glyphText = "12",
    glyphImage = image, selectedGlyphImage = image, titleVisibility = MKFeatureVisibilityVisible,
    subtitleVisibility = MKFeatureVisibilityHidden, animatesWhenAdded = true }
  spec.equal(marker.glyphTintColor, UIColor:yellowColor())
  spec.near(marker.markerTintColor.green, 128 / 255, 1e-3)
  spec.equal({ marker.glyphText, marker.titleVisibility, marker.subtitleVisibility }, { "12", 2, 1 })
  assert(marker.animatesWhenAdded and marker.glyphImage == nil and marker.selectedGlyphImage == nil)
  assert(marker:isKindOfClass(MKAnnotationView) and not marker:isKindOfClass(MKPinAnnotationView))
  spec.raises("MKFeatureVisibility… expected, got ", function() marker.titleVisibility = 3 end)
end)

spec("a pin without a view from the delegate is a marker", function()
  local map = newMap()
  local pin = MKPointAnnotation.new{ coordinate = coordinate(0, 0), title = "a" }
  map:addAnnotation(pin)
  local view = map:viewForAnnotation(pin)
  assert(MKMarkerAnnotationView.is(view) and view.canShowCallout and view.annotation == pin)
end)

spec("the colours of pins", function()
  local pin = MKPinAnnotationView(nil, nil)
  pin.pinColor = MKPinAnnotationColorGreen
  spec.equal(pin.pinTintColor, MKPinAnnotationView:greenPinColor())
  pin.pinTintColor = UIColor:cyanColor()
  spec.equal(pin.pinTintColor, UIColor:cyanColor())
  spec.equal({ MKPinAnnotationView:redPinColor().red, MKPinAnnotationView:purplePinColor().blue > 0.5 }, { 1, true })
  spec.raises("MKPinAnnotationColor… expected, got ", function() pin.pinColor = 5 end)
end)

spec("the standard view of the user can be made by a script", function()
  local view = MKUserLocationView.new{ reuseIdentifier = "me" }
  assert(view.canShowCallout and view:isKindOfClass(MKAnnotationView))
  spec.equal(MKMapViewDefaultClusterAnnotationViewReuseIdentifier, "MKMapViewDefaultClusterAnnotationView")
end)
