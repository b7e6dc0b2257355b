-- Annotations on a map: sketches S13 and S32.
local spec = require "spec"
local annotated = require "annotated_map"
local coordinate, newMap, titles = annotated.coordinate, annotated.newMap, annotated.titles
local MyCustomAnnotation = annotated.MyCustomAnnotation

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

spec("showAnnotations shows all of them", function()
  local map = newMap()
  local a, b = { coordinate = coordinate(10, 170) }, { coordinate = coordinate(-10, -170) }
  map:showAnnotations_animated({ a, b }, false)
  assert(map:viewForAnnotation(a) and map:viewForAnnotation(b))
  spec.near(math.abs(map.centerCoordinate.longitude), 180, 1e-6)
end)
