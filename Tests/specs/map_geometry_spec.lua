-- Coordinates, spans, regions, map points, sizes and rects: plain tables with the functions of Map Kit.
local spec = require "spec"
local world = 268435456

spec("the structs are made by their functions, by their names, or written as tables", function()
  spec.equal(MKMapPointMake(1, 2), { x = 1, y = 2 })
  spec.equal(MKMapPoint(1, 2), MKMapPointMake(1, 2))
  spec.equal(MKMapSizeMake(3, 4), { width = 3, height = 4 })
  spec.equal(MKMapSize(3, 4), MKMapSizeMake(3, 4))
  local rect = MKMapRectMake(1, 2, 3, 4)
  spec.equal(rect, { origin = { x = 1, y = 2 }, size = { width = 3, height = 4 } })
  spec.equal(MKMapRect(MKMapPointMake(1, 2), MKMapSizeMake(3, 4)), rect)
  local region = MKCoordinateRegionMake(CLLocationCoordinate2DMake(1, 2), MKCoordinateSpanMake(3, 4))
  spec.equal(region,
    { center = { latitude = 1, longitude = 2 }, span = { latitudeDelta = 3, longitudeDelta = 4 } })
  spec.equal(MKCoordinateRegion({ latitude = 1, longitude = 2 }, MKCoordinateSpan(3, 4)), region)
end)

-- S10: a struct is a table, changed in place.
spec("a region's span can be doubled", function()
  local region = MKCoordinateRegionMake(CLLocationCoordinate2DMake(1, 2), MKCoordinateSpanMake(3, 4))
  region.span.latitudeDelta = region.span.latitudeDelta * 2
  spec.equal(region.span, MKCoordinateSpanMake(6, 4))
end)

spec("coordinates lie on the map where F-1 says", function()
  for _, row in ipairs{
    { 0, 0, 134217728, 134217728 },
    { 37.331686, -122.030656, 43225075.807, 104172790.233 },
    { 35.681236, 139.767125, 238435650.037, 105703979.017 },
    { 41.000512, -109.050116, 52904067.957, 100642932.436 },
  } do
    local point = MKMapPointForCoordinate(CLLocationCoordinate2DMake(row[1], row[2]))
    spec.near(point.x, row[3], 0.0006)
    spec.near(point.y, row[4], 0.0006)
    local back = MKCoordinateForMapPoint(point)
    spec.near(back.latitude, row[1])
    spec.near(back.longitude, row[2])
  end
end)

spec("what is no coordinate is off the map, and the map ends at ±85.0511°", function()
  spec.equal(MKMapPointForCoordinate(kCLLocationCoordinate2DInvalid), MKMapPointMake(-1, -1))
  spec.equal(MKMapPointForCoordinate{ latitude = 91, longitude = 0 }, MKMapPointMake(-1, -1))
  spec.equal(MKMapPointForCoordinate{ latitude = 90, longitude = 180 }, MKMapPointMake(world, 0))
  spec.equal(MKCoordinateForMapPoint(MKMapRectNull.origin), kCLLocationCoordinate2DInvalid)
  spec.raises("field 'latitude' is not a number (NaN)", MKMapPointForCoordinate, { latitude = 0 / 0, longitude = 0 })
end)

spec("many at once are each as alone", function()
  local coordinates, points = {}, {}
  for i = 1, 500 do
    coordinates[i] = CLLocationCoordinate2DMake(i / 6, i / 3)
    points[i] = MKMapPointForCoordinate(coordinates[i])
  end
  local found = MKMapPointsForCoordinates(coordinates)
  spec.equal(found:count(), 500)
  for i = 1, 500 do spec.equal(found[i], points[i]) end
  local back = MKCoordinatesForMapPoints(points)
  for i = 1, 500 do spec.equal(back[i], MKCoordinateForMapPoint(points[i])) end
  spec.equal(#MKMapPointsForCoordinates{}, 0)
  spec.raises("element 2: CLLocationCoordinate2D expected, field 'longitude' is missing", MKMapPointsForCoordinates,
    { coordinates[1], { latitude = 1 } })
  spec.raises("bad argument #1", MKCoordinatesForMapPoints, 5)
end)

spec("regions and rects go into each other", function()
  local region = MKCoordinateRegionMake(CLLocationCoordinate2DMake(35.68, 139.77), MKCoordinateSpanMake(0.5, 2))
  local rect = MKMapRectForCoordinateRegion(region)
  spec.near(rect.size.width, world * 2 / 360, 1e-6)
  local back = MKCoordinateRegionForMapRect(rect)
  spec.near(back.center.latitude, 35.68)
  spec.near(back.center.longitude, 139.77)
  spec.near(back.span.latitudeDelta, 0.5)
  spec.near(back.span.longitudeDelta, 2)
  spec.near(MKCoordinateRegionForMapRect(MKMapRectWorld).span.longitudeDelta, 360)
end)

spec("a span of 0 is a place, one of 400 the whole map, a negative one nothing", function()
  local center = CLLocationCoordinate2DMake(0, 0)
  spec.equal(MKMapRectIsEmpty(MKMapRectForCoordinateRegion{ center = center, span = MKCoordinateSpanMake(0, 0) }), true)
  spec.equal(MKMapRectForCoordinateRegion{ center = center, span = MKCoordinateSpanMake(400, 400) }, MKMapRectWorld)
  spec.equal(MKMapRectIsNull(MKMapRectForCoordinateRegion{ center = center, span = MKCoordinateSpanMake(-1, 1) }), true)
end)

spec("a region of metres has degrees by the ellipsoid", function()
  -- The lengths of a degree at 45°.
  local region = MKCoordinateRegionMakeWithDistance(CLLocationCoordinate2DMake(45, 7), 111132, 78847)
  spec.near(region.span.latitudeDelta, 1, 1e-5)
  spec.near(region.span.longitudeDelta, 1, 1e-5)
  spec.equal(MKCoordinateRegionMakeWithDistance(region.center, math.huge, 1e9).span, MKCoordinateSpanMake(180, 360))
  spec.raises("NaN", MKCoordinateRegionMakeWithDistance, region.center, 0 / 0, 1)
end)

spec("a map point is as long as a phone says", function()
  spec.near(MKMetersPerMapPointAtLatitude(33.861315), 0.123522, 0.123522 * 3e-5)
  spec.near(MKMapPointsPerMeterAtLatitude(0), 6.743468, 5e-7)
  local a = MKMapPointForCoordinate(CLLocationCoordinate2DMake(35.68, 139.77))
  local b = MKMapPointForCoordinate(CLLocationCoordinate2DMake(35.68, 139.78))
  local metres = CLLocation(35.68, 139.77):distanceFromLocation(CLLocation(35.68, 139.78))
  spec.near(MKMetersBetweenMapPoints(a, b), metres, 1e-6)
  spec.near((b.x - a.x) * MKMetersPerMapPointAtLatitude(35.68), metres, metres * 0.01)
end)

spec("roads are as wide as F-14's table says", function()
  spec.equal(MKRoadWidthAtZoomScale(1), 21)
  spec.equal(MKRoadWidthAtZoomScale(1 / 8), 96)
  spec.equal(MKRoadWidthAtZoomScale(1 / 512), 2048)
  spec.equal(MKRoadWidthAtZoomScale(1 / 1024), 4096)
end)

spec("edges are where they were put", function()
  local rect = MKMapRectMake(10, 20, 30, 50)
  spec.equal({ MKMapRectGetMinX(rect), MKMapRectGetMidX(rect), MKMapRectGetMaxX(rect) }, { 10, 25, 40 })
  spec.equal({ MKMapRectGetMinY(rect), MKMapRectGetMidY(rect), MKMapRectGetMaxY(rect) }, { 20, 45, 70 })
  spec.equal({ MKMapRectGetWidth(rect), MKMapRectGetHeight(rect) }, { 30, 50 })
end)

spec("rects are compared, joined and cut", function()
  local a, b = MKMapRectMake(0, 0, 10, 10), MKMapRectMake(5, -5, 10, 10)
  spec.equal(MKMapRectUnion(a, b), MKMapRectMake(0, -5, 15, 15))
  spec.equal(MKMapRectIntersection(a, b), MKMapRectMake(5, 0, 5, 5))
  spec.equal(MKMapRectIntersectsRect(a, b), true)
  spec.equal(MKMapRectIntersectsRect(a, MKMapRectMake(10, 0, 5, 5)), false)
  -- Apple: inside, or on the minimum edges; false for an empty rect.
  spec.equal(MKMapRectContainsPoint(a, MKMapPointMake(0, 0)), true)
  spec.equal(MKMapRectContainsPoint(a, MKMapPointMake(9.9, 9.9)), true)
  spec.equal(MKMapRectContainsPoint(a, MKMapPointMake(10, 5)), false)
  spec.equal(MKMapRectContainsPoint(a, MKMapPointMake(5, 10)), false)
  spec.equal(MKMapRectContainsPoint(MKMapRectMake(1, 1, 0, 0), MKMapPointMake(1, 1)), false)
  spec.equal(MKMapRectContainsPoint(a, MKMapPointMake(10.1, 10)), false)
  spec.equal(MKMapRectContainsRect(a, MKMapRectMake(5, 5, 5, 5)), true)
  spec.equal(MKMapRectContainsRect(a, b), false)
  spec.equal(MKMapRectInset(a, 1, 2), MKMapRectMake(1, 2, 8, 6))
  spec.equal(MKMapRectOffset(a, 1, 2), MKMapRectMake(1, 2, 10, 10))
  spec.equal(MKMapRectEqualToRect(a, MKMapRectMake(0, 0, 10, 10)), true)
  spec.equal(MKMapPointEqualToPoint(a.origin, b.origin), false)
  spec.equal(MKMapSizeEqualToSize(a.size, b.size), true)
  local slice, remainder = MKMapRectDivide(a, 3, CGRectMaxXEdge)
  spec.equal(slice, MKMapRectMake(7, 0, 3, 10))
  spec.equal(remainder, MKMapRectMake(0, 0, 7, 10))
end)

spec("the null rect is null; one side of 0 does not make a map rect empty", function()
  spec.equal(MKMapRectIsNull(MKMapRectNull), true)
  spec.equal(MKMapRectNull.origin.x, math.huge)
  spec.equal(MKMapRectIsEmpty(MKMapRectMake(1, 2, 0, 4)), false)
  spec.equal(MKMapRectIsEmpty(MKMapRectMake(1, 2, 0, 0)), true)
  -- The usual way to a rect around many points.
  local around = MKMapRectNull
  for i = 1, 3 do around = MKMapRectUnion(around, MKMapRectMake(i, 10 * i, 0, 0)) end
  spec.equal(around, MKMapRectMake(1, 10, 2, 20))
  spec.equal(MKMapRectIntersectsRect(MKMapRectNull, MKMapRectWorld), false)
end)

spec("what lies beyond the world is wrapped to the other side", function()
  spec.equal(MKMapSizeWorld, MKMapSizeMake(world, world))
  spec.equal(MKMapRectWorld, MKMapRectMake(0, 0, world, world))
  local rect = MKMapRectMake(world - 10, 5, 30, 7)
  spec.equal(MKMapRectSpans180thMeridian(rect), true)
  spec.equal(MKMapRectRemainder(rect), MKMapRectMake(0, 5, 20, 7))
  spec.equal(MKMapRectIntersection(rect, MKMapRectWorld), MKMapRectMake(world - 10, 5, 10, 7))
  spec.equal(MKMapRectSpans180thMeridian(MKMapRectWorld), false)
  spec.equal(MKMapRectIsNull(MKMapRectRemainder(MKMapRectWorld)), true)
end)

spec("points, sizes and rects have Apple's text", function()
  spec.equal(MKStringFromMapPoint(MKMapPointMake(1, 2.25)), "{1.0, 2.2}")
  spec.equal(MKStringFromMapSize(MKMapSizeWorld), "{268435456.0, 268435456.0}")
  spec.equal(MKStringFromMapRect(MKMapRectMake(1, 2, 3, 4)), "{{1.0, 2.0}, {3.0, 4.0}}")
end)

spec("structs have an empty form and Swift's initializers (D9)", function()
  spec.equal(MKCoordinateRegion(), MKCoordinateRegion({ latitude = 0, longitude = 0 }, MKCoordinateSpan(0, 0)))
  for _, make in ipairs {
    CLLocationCoordinate2D, MKCoordinateSpan, MKMapPoint, MKMapSize, MKMapRect, CGPoint, CGSize, CGRect, UIEdgeInsets,
    CGAffineTransform,
  } do
    spec.equal(type(make()), "table")
  end
  spec.equal(CGRect(1, 2, 3, 4), CGRectMake(1, 2, 3, 4))
  spec.equal(MKMapRect(1, 2, 3, 4), MKMapRectMake(1, 2, 3, 4))
  local here = CLLocationCoordinate2DMake(45, 14)
  spec.equal(MKMapPoint(here), MKMapPointForCoordinate(here))
  spec.equal(MKCoordinateRegion(MKMapRectMake(0, 0, 10, 10)), MKCoordinateRegionForMapRect(MKMapRectMake(0, 0, 10, 10)))
  spec.equal(MKCoordinateRegion(here, 500, 500), MKCoordinateRegionMakeWithDistance(here, 500, 500))
end)

spec("structs are also made of named values", function()
  local here = CLLocationCoordinate2D{ latitude = 45, longitude = 14 }
  spec.equal(here, CLLocationCoordinate2DMake(45, 14))
  spec.equal(CLLocationCoordinate2D(here), here)
  local span = MKCoordinateSpan{ latitudeDelta = 1, longitudeDelta = 2 }
  spec.equal(MKCoordinateRegion{ center = here, span = span }, MKCoordinateRegionMake(here, span))
  spec.raises("CLLocationCoordinate2D expected, field 'longitude' is missing", function()
    return CLLocationCoordinate2D{ latitude = 45 }
  end)
  spec.equal(CLLocation(here).coordinate, here)
end)

spec("names of Swift say what they are here", function()
  spec.raises("(here it is MKMapRectWorld)", function() return MKMapRect.world end)
  spec.raises("(here it is MKMapRectGetMidX)", function() return MKMapRect(0, 0, 1, 1).midX end)
  spec.raises("(here it is MKMapRectContainsPoint)", function() return MKMapRect():contains(MKMapPoint()) end)
  spec.raises("(here it is MKMapRectOffset)", function() return MKMapRect():offsetBy(1, 1) end)
  spec.raises("(here it is MKCoordinateForMapPoint(point))", function() return MKMapPoint(1, 1).coordinate end)
  spec.raises("(here it is CLLocationCoordinate2DIsValid)", function() return CLLocationCoordinate2D(1, 1).isValid end)
  spec.raises("MKMapView.new takes a table of named values, got CGRect", MKMapView.new, CGRectMake(0, 0, 10, 10))
  local item = "MKMapItem:mapItemForCurrentLocation()"
  spec.raises("(here it is " .. item .. ")", function() return MKMapItem.forCurrentLocation() end)
  spec.raises("(here it is CLLocationManager())", function() return CLLocationManager.shared end)
  spec.raises("there is no motion sensor", function() return _ENV.CMMotionActivityManager end)
end)

spec("an array that counts from 0, as C does, is an error (D6)", function()
  local c = CLLocationCoordinate2DMake
  local points = { [0] = c(45, 14), c(45, 15), c(46, 15), c(46, 14) }
  local ok, message = pcall(function() return MKPolygon:polygonWithCoordinates(points) end)
  spec.equal(ok, false)
  spec.equal(message:find("Lua's arrays begin at 1", 1, true) ~= nil, true)
  local four = { c(45, 14), c(45, 15), c(46, 15), c(46, 14) }
  spec.equal(MKPolygon:polygonWithCoordinates(four, 4).pointCount, 4)
  spec.equal(MKPolygon:polygonWithCoordinates_count(four, 3).pointCount, 3)
  spec.equal(MKPolyline:polylineWithCoordinates(four, 2).pointCount, 2)
  spec.equal(MKPolyline:polylineWithCoordinates_count(four, 4).pointCount, 4)
  ok, message = pcall(function() return MKPolyline:polylineWithCoordinates(four, 5) end)
  spec.equal(ok, false)
  spec.equal(message:find("the array has 4 elements", 1, true) ~= nil, true)
  local inner = MKPolygon:polygonWithCoordinates(four)
  spec.equal(#MKPolygon:polygonWithCoordinates_count_interiorPolygons(four, 4, { inner }).interiorPolygons, 1)
  local map = { MKMapPointMake(0, 0), MKMapPointMake(9, 0), MKMapPointMake(9, 9) }
  spec.equal(MKPolygon:polygonWithPoints_count(map, 3).pointCount, 3)
  spec.equal(#MKPolygon:polygonWithPoints_count_interiorPolygons(map, 3, { inner }).interiorPolygons, 1)
  spec.equal(MKPolyline:polylineWithPoints_count(map, 2).pointCount, 2)
end)

spec("a factory called on a subclass makes one of the subclass (D11)", function()
  local c = CLLocationCoordinate2DMake
  local Styled = MKPolygon:subclass("Styled")
  function Styled:color() return "red" end
  local polygon = Styled:polygonWithCoordinates{ c(45, 14), c(45, 15), c(46, 15) }
  spec.equal(Styled.is(polygon), true)
  spec.equal(polygon:color(), "red")
  spec.equal(polygon.pointCount, 3)
  polygon.note = "mine"
  spec.equal(polygon.note, "mine")
  spec.equal(Styled.is(MKPolygon:polygonWithCoordinates{ c(45, 14), c(45, 15), c(46, 15) }), false)
end)
