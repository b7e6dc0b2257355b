-- Shapes and overlays: MKPolygon and its kin, a script's own, and their order on a map.
local spec = require "spec"
local at = CLLocationCoordinate2DMake
local world = MKMapSizeWorld.width
local corners = {
  at(41.000512, -109.050116), at(41.002371, -102.052066), at(36.993076, -102.041981), at(36.99892, -109.045267),
}

-- Listing S17.
local function makeColorado()
  local colorado = MKPolygon:polygonWithCoordinates{
    CLLocationCoordinate2DMake(41.000512, -109.050116),
    CLLocationCoordinate2DMake(41.002371, -102.052066),
    CLLocationCoordinate2DMake(36.993076, -102.041981),
    CLLocationCoordinate2DMake(36.99892,  -109.045267),
  }
  colorado.title = "Colorado"
  return colorado
end

local function square(title, latitude, longitude)
  local lat, lon = latitude or 0, longitude or 0
  return MKPolygon.new{ title = title,
    coordinates = { at(lat, lon), at(lat, lon + 1), at(lat + 1, lon + 1), at(lat + 1, lon) } }
end

local function titles(overlays)
  local names = {}
  for i, overlay in ipairs(overlays) do names[i] = overlay.title end
  return table.concat(names, " ")
end

spec("S17: Colorado is a polygon with the published bounding rect", function()
  local map, colorado = MKMapView(), makeColorado()
  map:addOverlay(colorado)
  spec.equal(#map.overlays, 1)
  spec.equal(map.overlays[1] == colorado, true)
  local rect = colorado.boundingMapRect
  spec.near(rect.origin.x, 52904067.957, 0.001)
  spec.near(rect.origin.y, 100641095.701, 0.001)
  spec.near(rect.size.width, 5225644.207, 0.001)
  spec.near(rect.size.height, 3848520.035, 0.001)
  spec.equal(colorado.title, "Colorado")
  spec.equal(colorado.subtitle, nil)
  spec.equal(colorado:isKindOfClass(MKShape), true)
  map:removeFromSuperview()
end)

spec("shapes are made in order, by name and by class methods", function()
  for _, polygon in ipairs{
    MKPolygon(corners), MKPolygon.new{ coordinates = corners }, MKPolygon:polygonWithCoordinates(corners),
    MKPolygon:polygonWithPoints(makeColorado():points()),
    MKPolygon.polygonWithCoordinates_interiorPolygons(corners, {}),
    MKPolygon.polygonWithPoints_interiorPolygons(makeColorado().pointsArray),
  } do
    spec.equal(polygon.pointCount, 4)
    spec.near(polygon.boundingMapRect.origin.x, 52904067.957, 0.001)
    spec.near(polygon.coordinates[3].latitude, 36.993076, 1e-9)
  end
  spec.equal(MKPolyline(corners).pointCount, 4)
  spec.equal(MKPolyline:polylineWithCoordinates(corners).coordinates, corners)
  spec.equal(#MKPolyline:polylineWithPoints({ MKMapPointMake(1, 2), MKMapPointMake(3, 4) }):points(), 2)
  spec.equal(MKMultiPoint(corners).pointCount, 4)
  local hole = square("hole", 38, -106)
  local cut = MKPolygon.new{ coordinates = corners, interiorPolygons = { hole } }
  spec.equal(cut.interiorPolygons[1] == hole, true)
  spec.equal(cut:intersectsMapRect(MKMapRectInset(hole.boundingMapRect, 1000, 1000)), false)
  spec.equal(MKMultiPolygon({ cut, hole }).polygons[2] == hole, true)
  spec.equal(#MKMultiPolyline.new{ polylines = { MKPolyline(corners) } }.polylines, 1)
end)

spec("coordinates are given from one to another, counted from 1", function()
  local line = MKPolyline(corners)
  spec.equal(line:getCoordinates(2, 3), { corners[2], corners[3] })
  spec.equal(line:getCoordinates(), corners)
  spec.equal(line:getCoordinates_range(3, 99), { corners[3], corners[4] })
  spec.equal(line:getCoordinates(5, 9), {})
  spec.equal(line:getCoordinates(0, 1), { corners[1] })
  spec.equal(line.coordinate.latitude > 38 and line.coordinate.latitude < 40, true)
end)

spec("what is no place on the earth is an error that says which", function()
  spec.raises("element 2: invalid latitude 91.0, longitude 0.0", MKPolygon, { at(0, 0), at(91, 0) })
  spec.raises("finite map point expected", MKPolyline.polylineWithPoints, { MKMapPointMake(1 / 0, 0) })
  spec.raises("radius must be 0 m or more", MKCircle, at(0, 0), -1)
  spec.raises("invalid center: latitude 0.0, longitude 181.0", MKCircle, at(0, 181), 1)
  spec.equal(MKPolygon({}).pointCount, 0)
  spec.equal(MKMapRectIsNull(MKPolygon({}).boundingMapRect), true)
end)

spec("vertices join the shorter way in longitude", function()
  local line = MKPolyline{ at(0, 170), at(10, -170) }
  spec.equal(line.boundingMapRect.origin.x + line.boundingMapRect.size.width > world, true)
  spec.near(line.boundingMapRect.size.width, 20 * world / 360, 1e-6)
  spec.equal(line:intersectsMapRect(MKMapRectMake(0, world / 4, 1000, world / 2)), true)
  spec.equal(line:intersectsMapRect(MKMapRectMake(world / 2, 0, 1000, world)), false)
end)

spec("a circle is where a region of the same centre and radius fires", function()
  local circle = MKCircle(at(52, 13), 1000)
  local region = CLCircularRegion(at(52, 13), 1000, "x")
  spec.equal(circle.radius, 1000.0)
  spec.equal(circle.coordinate, at(52, 13))
  for i = 0, 40 do
    local place = at(52 + 0.00898 * i / 20, 13)
    local point = MKMapPointForCoordinate(place)
    spec.equal(circle:intersectsMapRect(MKMapRectMake(point.x, point.y, 0, 0)), region:containsCoordinate(place))
  end
  spec.equal(MKCircle:circleWithCenterCoordinate(at(52, 13), 1000).boundingMapRect, circle.boundingMapRect)
  spec.equal(MKCircle.new{ coordinate = at(52, 13), radius = 1000, title = "c" }.title, "c")
  spec.equal(MKCircle.circleWithCenterCoordinate_radius(at(52, 13), 5).radius, 5.0)
  local inner = MKCircle:circleWithMapRect(circle.boundingMapRect)
  spec.near(inner.radius, 1000, 5)
  spec.equal(circle.canReplaceMapContent, false)
  spec.equal(MKCircle(at(70, 0), 1000).boundingMapRect.size.width > circle.boundingMapRect.size.width, true)
end)

spec("a geodesic line has more points than it was given", function()
  local ends = { at(50, -120), at(50, 10) }
  local line = MKGeodesicPolyline(ends)
  spec.equal(line.pointCount > 10, true)
  spec.equal(line:isKindOfClass(MKPolyline), true)
  spec.equal(MKGeodesicPolyline:polylineWithCoordinates(ends).pointCount, line.pointCount)
  local points = MKPolyline(ends).pointsArray
  spec.equal(MKGeodesicPolyline:polylineWithPoints(points):isKindOfClass(MKGeodesicPolyline), true)
end)

spec("the order on a map is that of painting, by level", function()
  local map = MKMapView()
  local a, b, c, d, e = square("a"), square("b"), square("c"), square("d"), square("e")
  map:addOverlay(a)
  map:addOverlays({ b, c }, MKOverlayLevelAboveRoads)
  map:addOverlay_level(d, MKOverlayLevelAboveRoads)
  map:addOverlays_level({ e })
  spec.equal(titles(map.overlays), "b c d a e")
  spec.equal(titles(map:overlaysInLevel(MKOverlayLevelAboveRoads)), "b c d")
  spec.equal(titles(map:overlaysInLevel(MKOverlayLevelAboveLabels)), "a e")
  -- Indexes count from 1 in the level above the labels; past the end is on top.
  map:insertOverlay(b, 1)
  spec.equal(titles(map.overlays), "c d b a e")
  map:insertOverlay(c, 99)
  spec.equal(titles(map.overlays), "d b a e c")
  map:insertOverlay_atIndex_level(c, 1, MKOverlayLevelAboveRoads)
  map:insertOverlay_atIndex(e, 2)
  spec.equal(titles(map.overlays), "c d b e a")
  -- A sibling's level, whatever the overlay's was.
  map:insertOverlay_aboveOverlay(a, c)
  map:insertOverlay_belowOverlay(b, d)
  spec.equal(titles(map:overlaysInLevel(MKOverlayLevelAboveRoads)), "c a b d")
  -- An exchange across levels swaps level and position.
  map:exchangeOverlay(e, a)
  spec.equal(titles(map.overlays), "c e b d a")
  map:exchangeOverlay_withOverlay(c, d)
  spec.equal(titles(map.overlays), "d e b c a")
  map:addOverlay(c)
  map:exchangeOverlayAtIndex(1, 2)
  spec.equal(titles(map.overlays), "d e b c a")
  map:exchangeOverlayAtIndex_withOverlayAtIndex(2, 1)
  spec.equal(titles(map.overlays), "d e b a c")
  map:removeOverlay(e)
  map:removeOverlays{ b, c, e }
  spec.equal(titles(map.overlays), "d a")
  map:removeFromSuperview()
end)

-- ZO-11: `insertOverlay(a, overlay)` is an error naming both long names.
spec("names that collide: insertOverlay(a, overlay) names both long names", function()
  local map, a, b = MKMapView(), square("a"), square("b")
  map:addOverlay(a)
  spec.raises("insertOverlay_aboveOverlay(overlay, sibling) or insertOverlay_belowOverlay(overlay, sibling)",
    map.insertOverlay, map, b, a)
  spec.raises("positions count from 1, got 0", map.insertOverlay, map, b, 0)
  spec.raises("the sibling is not on this map", map.insertOverlay_aboveOverlay, map, a, b)
  spec.raises("the sibling is not on this map", map.insertOverlay_belowOverlay, map, a, b)
  spec.raises("one of the two is not on this map", map.exchangeOverlay, map, a, b)
  spec.raises("must be from 1 to 1", map.exchangeOverlayAtIndex, map, 1, 2)
  spec.raises("MKOverlayLevelAboveLabels expected, got 7", map.addOverlay, map, a, 7)
  spec.equal(titles(map.overlays), "a")
  map:removeFromSuperview()
end)

-- AV-27: `addOverlay` gives a plain table without a metatable `NSObject`'s.
spec("a table with coordinate and boundingMapRect is an overlay and comes back as itself", function()
  local map = MKMapView()
  local storm = { coordinate = at(0, 0), boundingMapRect = MKMapRectMake(0, 0, 1000, 1000), title = "storm" }
  map:addOverlay(storm)
  spec.equal(rawequal(map.overlays[1], storm), true)
  spec.equal(storm:isKindOfClass(MKPolygon), false)
  -- OV-13: it may be an annotation too; added to and taken from either list by itself.
  map:addAnnotation(storm)
  spec.equal(rawequal(map.annotations[1], storm), true)
  map:removeOverlay(storm)
  spec.equal(#map.overlays, 0)
  spec.equal(#map.annotations, 1)
  spec.raises("MKOverlay expected, field 'boundingMapRect' is missing", map.addOverlay, map, { coordinate = at(0, 0) })
  spec.raises("field 'boundingMapRect' of MKOverlay: MKMapRect expected", map.addOverlay, map,
    { coordinate = at(0, 0), boundingMapRect = 5 })
  spec.raises("MKOverlay expected", map.addOverlay, map, CLLocation(1, 2))
  map:removeFromSuperview()
end)

spec("subclasses of MKShape, MKMultiPoint and MKPolygon are overlays with fields of their own", function()
  local map = MKMapView()
  local Storm = MKShape:subclass("Storm")
  function Storm:init(place, size)
    Storm.super.init(self)
    self.coordinate = place
    self.boundingMapRect = MKMapRectMake(0, 0, size, size)
    return self
  end
  local storm = Storm(at(1, 2), 3000)
  storm.title = "storm"
  local Path = MKMultiPoint:subclass("Path")
  local path = Path(corners)
  local Zone = MKPolygon:subclass("Zone")
  local zone = Zone.new{ coordinates = corners, title = "zone", style = "red" }
  map:addOverlays{ storm, path, zone }
  spec.equal(map.overlays[1] == storm, true)
  spec.equal(map.overlays[2] == path, true)
  spec.equal(map.overlays[3] == zone, true)
  spec.equal(map.overlays[3].style, "red")
  spec.equal(zone:isKindOfClass(Zone) and zone:isKindOfClass(MKPolygon), true)
  spec.near(path.boundingMapRect.origin.x, 52904067.957, 0.001)
  spec.raises("has no member 'style'", function() makeColorado().style = 1 end)
  map:removeFromSuperview()
end)

spec("ten thousand overlays are added, reordered and removed", function()
  local map, all = MKMapView(), {}
  for i = 1, 10000 do all[i] = MKCircle(at(i % 80, i % 170), 100) end
  map:addOverlays(all)
  for i = 1, 10000, 10 do map:insertOverlay(all[i], 1) end
  spec.equal(map.overlays[1] == all[9991], true)
  spec.equal(#map.overlays, 10000)
  map:removeOverlays(all)
  spec.equal(#map.overlays, 0)
  map:removeFromSuperview()
end)
