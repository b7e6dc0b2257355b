-- Annotations and their views: sketches S13 to S16, S23 to S25, S32.
local spec = require "spec"

local function coordinate(latitude, longitude) return CLLocationCoordinate2DMake(latitude, longitude) end

-- A map of 800 × 600 points that shows 20° around (0, 0).
local function newMap()
  local map = MKMapView.new{ frame = CGRectMake(0, 0, 800, 600) }
  map.region = MKCoordinateRegionMake(coordinate(0, 0), MKCoordinateSpanMake(14, 20))
  return map
end

local function titles(annotations)
  local all = {}
  for i, annotation in ipairs(annotations) do all[i] = annotation.title end
  return table.concat(all, " ")
end

local MyCustomAnnotation = NSObject:subclass("MyCustomAnnotation")
function MyCustomAnnotation:init(coord, title)
  self.coordinate, self.title = coord, title
  return self
end

-- AV-27: `addAnnotation` gives a plain table without a metatable `NSObject`'s.
spec("S13: a custom annotation and a plain table are annotations", function()
  local map = newMap()
  local custom = MyCustomAnnotation(coordinate(1, 1), "custom")
  local plain = { coordinate = coordinate(2, 2), title = "plain table" }
  map:addAnnotation(custom)
  map:addAnnotation(plain)
  map:addAnnotations{ custom, plain, MKPointAnnotation(coordinate(3, 3), "point") }
  assert(rawequal(map.annotations[1], custom) and rawequal(map.annotations[2], plain))
  spec.equal(titles(map.annotations), "custom plain table point")
  assert(custom:isKindOfClass(MyCustomAnnotation) and not plain:isKindOfClass(MyCustomAnnotation))
  map:removeAnnotation(plain)
  spec.equal(titles(map.annotations), "custom point")
  map:removeAnnotations(map.annotations)
  spec.equal(#map.annotations, 0)
end)

spec("what is no annotation is an error that says why", function()
  local map = newMap()
  spec.raises("field 'coordinate' is missing", map.addAnnotation, map, { title = "x" })
  spec.raises("coordinate", map.addAnnotation, map, { coordinate = "here" })
  spec.raises("coordinate", map.addAnnotation, map, { coordinate = { latitude = 0 / 0, longitude = 0 } })
  spec.raises("MKAnnotation", map.addAnnotation, map, map)
  spec.equal(#map.annotations, 0)
end)

spec("the map follows changes: of instances by itself, of tables when told", function()
  local map = newMap()
  local custom, plain = MyCustomAnnotation(coordinate(0, 0)), { coordinate = coordinate(0, 0) }
  map:addAnnotations{ custom, plain }
  local x = map:viewForAnnotation(custom).center.x
  custom.coordinate = coordinate(0, 1)
  assert(map:viewForAnnotation(custom).center.x > x)
  plain.coordinate = coordinate(0, 1)
  spec.equal(map:viewForAnnotation(plain).center.x, x)
  plain:didChangeValueForKey("coordinate")
  assert(map:viewForAnnotation(plain).center.x > x)
  plain.coordinate = coordinate(0, 100)
  NSObject:didChangeValueForKey(plain, "coordinate")
  spec.equal(map:viewForAnnotation(plain), nil)
end)

spec("an MKPointAnnotation's coordinate, title and subtitle can be set", function()
  local map = newMap()
  local point = MKPointAnnotation.new{ title = "Depot", subtitle = "open", coordinate = coordinate(0, 0) }
  map:addAnnotation(point)
  spec.equal({ point.title, point.subtitle, point.coordinate.latitude }, { "Depot", "open", 0 })
  point.coordinate = coordinate(0, 100)
  spec.equal(map:viewForAnnotation(point), nil)
  point:setCoordinate(coordinate(0, 1))
  assert(map:viewForAnnotation(point))
  assert(point:isKindOfClass(MKShape))
  spec.equal(titles(map:annotationsInMapRect(map.visibleMapRect)), "Depot")
  spec.equal(map.annotationVisibleRect.size.width, 800)
end)

spec("MKShape and MKPointAnnotation can be subclassed", function()
  local Stop = MKPointAnnotation:subclass("Stop")
  local stop = Stop(coordinate(0, 0), "stop")
  stop.line = 7
  local Mark = MKShape:subclass("Mark")
  local mark = Mark()
  mark.coordinate, mark.title, mark.subtitle = coordinate(0, 2), "mark", "below"
  local map = newMap()
  map:addAnnotations{ stop, mark }
  assert(map:viewForAnnotation(mark) and map:viewForAnnotation(stop))
  spec.equal(map.annotations[1].line, 7)
  mark.coordinate = coordinate(0, 100)
  spec.equal(map:viewForAnnotation(mark), nil)
  spec.equal(mark.subtitle, "below")
  spec.raises("cannot be set", function() MKShape().coordinate = coordinate(0, 0) end)
end)

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
  spec.equal(views[1].times, 1)
  spec.raises("no view class is registered", map.dequeueReusableAnnotationViewWithIdentifier_forAnnotation, map, "x", a)
end)

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

spec("S32: decluttering removes what lies close", function()
  local map = newMap()
  for i = 0, 9 do map:addAnnotation{ coordinate = coordinate(0, i * 0.003), title = tostring(i) } end
  local kept = {}
  for _, a in ipairs(map.annotations) do
    local p = MKMapPointForCoordinate(a.coordinate)
    for _, q in ipairs(kept) do
      if MKMetersBetweenMapPoints(p, q) < 500 then map:removeAnnotation(a) p = nil break end
    end
    if p then kept[#kept + 1] = p end
  end
  spec.equal(titles(map.annotations), "0 2 4 6 8")
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

spec("overlapping views of one clustering identifier become one", function()
  local map, clusters = newMap(), {}
  map.delegate = {
    viewForAnnotation = function(_, annotation)
      if annotation:isKindOfClass(MKClusterAnnotation) then return nil end
      local view = MKPinAnnotationView(annotation, "pin")
      view.clusteringIdentifier = "pins"
      return view
    end,
    clusterAnnotationForMemberAnnotations = function(_, members)
      local cluster = MKClusterAnnotation(members)
      cluster.title = #members .. " pins"
      clusters[#clusters + 1] = cluster
      return cluster
    end
  }
  local a, b = { coordinate = coordinate(0, 0), title = "a" }, MKPointAnnotation(coordinate(0, 0.1), "b")
  map:addAnnotations{ a, b }
  spec.equal(map:viewForAnnotation(a), nil)
  spec.equal(#clusters, 1)
  local cluster = clusters[1]
  spec.equal({ cluster.title, cluster.subtitle }, { "2 pins", "+1 more" })
  assert(rawequal(cluster.memberAnnotations[1], a))
  spec.near(cluster.coordinate.longitude, 0.05)
  local view = map:viewForAnnotation(cluster)
  spec.equal({ view.clusteringIdentifier, view.cluster }, { nil, nil })
  cluster.subtitle = "more"
  map:setRegion(MKCoordinateRegionMake(coordinate(0, 0), MKCoordinateSpanMake(0.5, 0.5)), false)
  assert(map:viewForAnnotation(a) and map:viewForAnnotation(b))
end)

spec("a lesser display priority gives way", function()
  local map = newMap()
  map.delegate = {
    viewForAnnotation = function(_, annotation)
      local view = MKPinAnnotationView(annotation, "pin")
      view.displayPriority = annotation.title == "low" and MKFeatureDisplayPriorityDefaultLow
        or MKFeatureDisplayPriorityDefaultHigh
      view.collisionMode = MKAnnotationViewCollisionModeRectangle
      return view
    end
  }
  local low = MKPointAnnotation(coordinate(0, 0), "low")
  map:addAnnotations{ low, MKPointAnnotation(coordinate(0, 0.1), "high") }
  spec.equal(map:viewForAnnotation(low), nil)
  local view = map:viewForAnnotation(map.annotations[2])
  spec.equal({ view.displayPriority, view.collisionMode }, { 750, MKAnnotationViewCollisionModeRectangle })
  spec.equal({ MKFeatureDisplayPriorityRequired, MKAnnotationViewCollisionModeCircle,
    MKAnnotationViewCollisionModeNone }, { 1000, 1, 2 })
  spec.raises("MKAnnotationViewCollisionMode… expected, got ", function() view.collisionMode = 7 end)
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

spec("showAnnotations shows all of them", function()
  local map = newMap()
  local a, b = { coordinate = coordinate(10, 170) }, { coordinate = coordinate(-10, -170) }
  map:showAnnotations_animated({ a, b }, false)
  assert(map:viewForAnnotation(a) and map:viewForAnnotation(b))
  spec.near(math.abs(map.centerCoordinate.longitude), 180, 1e-6)
end)

spec("the standard view of the user can be made by a script", function()
  local view = MKUserLocationView.new{ reuseIdentifier = "me" }
  assert(view.canShowCallout and view:isKindOfClass(MKAnnotationView))
  spec.equal(MKMapViewDefaultClusterAnnotationViewReuseIdentifier, "MKMapViewDefaultClusterAnnotationView")
end)
