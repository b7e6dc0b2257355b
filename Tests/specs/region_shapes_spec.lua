-- run: --from walk.ndjson --allow-write "$logs" --allow-read "$logs" -- "$logs"
-- PolygonRegion, CorridorRegion, BoxRegion, and regions from and into files.
local spec = require "spec"
local at = CLLocationCoordinate2DMake
local square = { at(0, 0), at(0, 0.01), at(0.01, 0.01), at(0.01, 0) }
local function shapes()
  return { PolygonRegion(square, "a"), CorridorRegion(square, 10, "b"), BoxRegion(square[1], square[3], "c") }
end
local hole = { at(0.002, 0.002), at(0.004, 0.002), at(0.004, 0.004), at(0.002, 0.004) }

spec("a polygon takes coordinates and identifier, in order or by name", function()
  local yard = PolygonRegion(square, "yard")
  spec.equal(yard.identifier, "yard")
  spec.equal(yard.coordinates, square)
  spec.equal(yard.holes, {})
  spec.equal(yard.parts, { { square } })
  spec.equal(yard:isKindOfClass(CLRegion), true)
  spec.equal(yard:isKindOfClass(CLCircularRegion), false)
  spec.equal(tostring(yard), "PolygonRegion (identifier:'yard', 4 coordinates)")
  local cut = PolygonRegion.new{ coordinates = square, holes = { hole }, identifier = "cut", notifyOnExit = false }
  spec.equal(cut.holes, { hole })
  spec.equal(cut.notifyOnExit, false)
  spec.equal(cut:containsCoordinate(at(0.001, 0.001)), true)
  spec.equal(cut:containsCoordinate(at(0.003, 0.003)), false)
  spec.equal(yard:containsCoordinate(at(0.003, 0.003)), true)
end)

spec("a polygon may repeat its first coordinate and have several parts", function()
  local closed = PolygonRegion({ square[1], square[2], square[3], square[4], square[1] }, "closed")
  spec.equal(#closed.coordinates, 4)
  local far = { at(1, 1), at(1, 1.01), at(1.01, 1) }
  local both = PolygonRegion.new{ parts = { { square, hole }, { far } }, identifier = "both" }
  spec.equal(both.parts, { { square, hole }, { far } })
  spec.equal(both.coordinates, square)
  spec.equal(both.holes, { hole })
  spec.equal(tostring(both), "PolygonRegion (identifier:'both', 2 parts, 11 coordinates)")
  spec.equal(both:containsCoordinate(at(1.002, 1.002)), true)
end)

spec("parts that were cut at the 180th meridian are one", function()
  local fiji = PolygonRegion.new{ identifier = "fiji", parts = {
    { { at(-20, 177), at(-20, 180), at(-16, 180), at(-16, 177) } },
    { { at(-20, -180), at(-20, -178), at(-16, -178), at(-16, -180) } },
  } }
  spec.equal(#fiji.parts, 1)
  spec.equal(#fiji.coordinates, 4)
  spec.equal(fiji:containsCoordinate(at(-18, 180)), true)
  spec.equal(fiji:distanceToCoordinate(at(-18, 180)) < -150000, true)
end)

spec("a corridor takes a path, its whole width and an identifier", function()
  local road = CorridorRegion({ at(0, 0), at(0, 0.01) }, 40, "road")
  spec.equal(road.path, { at(0, 0), at(0, 0.01) })
  spec.equal(road.width, 40.0)
  spec.equal(road.identifier, "road")
  -- A degree of latitude at the equator is 110574.4 m (WGS 84).
  spec.near(road:distanceToCoordinate(at(0.001, 0.005)), 110.5744 - 20, 0.001)
  spec.near(road:distanceToCoordinate(at(0, 0.005)), -20, 0.001)
  spec.equal(tostring(road), "CorridorRegion (identifier:'road', 2 coordinates, width:40.00m)")
  local named = CorridorRegion.new{ path = road.path, width = 40, identifier = "road" }
  spec.equal(named.width, 40.0)
end)

spec("a box takes its corners and an identifier, also across the 180th meridian", function()
  local box = BoxRegion(at(-20, 177), at(-16, -178), "fiji")
  spec.equal(box.southWest, at(-20, 177))
  spec.equal(box.northEast, at(-16, -178))
  spec.equal(box:containsCoordinate(at(-18, 179)), true)
  spec.equal(box:containsCoordinate(at(-18, 176)), false)
  spec.equal(tostring(box), "BoxRegion (identifier:'fiji', southWest:<-20.00000000,+177.00000000>, "
    .. "northEast:<-16.00000000,-178.00000000>)")
  spec.equal(BoxRegion.new{ southWest = box.southWest, northEast = box.northEast, identifier = "b" }.identifier, "b")
end)

spec("every region has a circle around it and a distance to its edge", function()
  local circle = CLCircularRegion(at(0, 0), 100, "circle")
  spec.near(circle:distanceToCoordinate(at(0, 0)), -100, 1e-9)
  -- A degree of longitude at the equator is 111319.491 m (WGS 84).
  spec.near(circle:distanceToCoordinate(at(0, 0.001)), 111.319491 - 100, 1e-5)
  for _, region in ipairs(shapes()) do
    local around = CLCircularRegion(region.center, region.radius + 0.001, "around")
    for _, corner in ipairs(square) do spec.equal(around:containsCoordinate(corner), true) end
  end
end)

spec("a shape that cannot be says why", function()
  spec.raises("PolygonRegion 'x': ", function() return PolygonRegion({ at(0, 0), at(1, 1) }, "x") end)
  spec.raises(" different coordinates", function() return PolygonRegion({ at(0, 0), at(1, 1) }, "x") end)
  spec.raises("PolygonRegion: coordinates or parts expected", function()
    return PolygonRegion.new{ identifier = "x" }
  end)
  spec.raises("give either", function()
    return PolygonRegion.new{ identifier = "x", coordinates = square, parts = { { square } } }
  end)
  spec.raises("not a place on the earth", function() return PolygonRegion({ at(0, 0), at(0, 1), at(91, 0) }, "x") end)
  spec.raises("field 'identifier' is missing", function() return PolygonRegion.new{ coordinates = square } end)
  spec.raises("bad argument #1 to 'PolygonRegion' (element 1: CLLocationCoordinate2D expected", function()
    return PolygonRegion({ { 1, 2 } }, "x")
  end)
  spec.raises("CorridorRegion 'x': ", function()
    return CorridorRegion({ at(0, 0) }, 10, "x")
  end)
  for _, width in ipairs{ 0, -1, -math.huge } do
    spec.raises("width must be greater than 0 m", function() return CorridorRegion(square, width, "x") end)
  end
  spec.raises("bad argument #2 to 'CorridorRegion' (number expected, got NaN)", function()
    return CorridorRegion(square, 0 / 0, "x")
  end)
  spec.raises("BoxRegion 'x': the south of a box must be below its north", function()
    return BoxRegion(at(1, 0), at(0, 1), "x")
  end)
end)

spec("shapes are watched like circles", function()
  local manager = CLLocationManager()
  for _, region in ipairs(shapes()) do
    manager:startMonitoringForRegion(region, 0)
  end
  local watched = manager.monitoredRegions
  spec.equal(#watched, 3)
  spec.equal(watched[1].coordinates, square)
  spec.equal(watched[2].width, 10.0)
  spec.equal(watched[3].northEast, square[3])
  spec.raises("register a new PolygonRegion to change it", function() watched[1].notifyOnEntry = false end)
  for _, region in ipairs(watched) do manager:stopMonitoringForRegion(region) end
end)

local all = {
  CLCircularRegion.new{ center = at(52.5, 13.4), radius = 150.5, identifier = "depot", notifyOnExit = false,
    schedule = { days = { "mon", "fri" }, from = "08:00", to = "18:00", timeZone = "Asia/Tokyo" } },
  PolygonRegion.new{ coordinates = square, holes = { hole }, identifier = "yard" },
  CorridorRegion(square, 25, "road"), BoxRegion(at(-20, 177), at(-16, -178), "fiji"),
}

local folder = geoscript.args[1]
local file = folder .. "/regions.geojson"

spec("regions are written as GeoJSON and read back the same", function()
  geoscript.writeGeoJSON(file, all)
  local read = geoscript.readGeoJSON(file)
  spec.equal(#read, 4)
  for index, region in ipairs(read) do spec.equal(tostring(region), tostring(all[index])) end
  spec.equal(read[1].notifyOnExit, false)
  spec.equal(read[1].schedule, all[1].schedule)
  spec.equal(read[2].parts, all[2].parts)
  spec.equal(geoscript.geoJSON(read), geoscript.geoJSON(all))
  spec.equal(geoscript.json.decode(geoscript.geoJSON(all)).type, "FeatureCollection")
  geoscript.writeGeoJSON(file, {})
  spec.equal(#geoscript.readRegions(file), 0)
end)

spec("what could not be read back is not written", function()
  for wanted, region in pairs{
    ["region 1 has no identifier"] = CLCircularRegion(at(0, 0), 1, ""),
    ["region 1 has the radius 0.0"] = CLCircularRegion(at(0, 0), 0, "x"),
    ["region 1 has an invalid center"] = CLCircularRegion(at(91, 0), 1, "x"),
  } do
    spec.raises(wanted, geoscript.geoJSON, { region })
  end
end)

spec("writing needs leave, and says which", function()
  spec.raises("x.geojson: writing it needs --allow-write=/", geoscript.writeGeoJSON, "x.geojson", all)
  spec.raises("../x.geojson: writing it needs --allow-write=/", geoscript.writeGeoJSON, folder .. "/../x.geojson", all)
  spec.raises("cannot make the folder", geoscript.writeGeoJSON, folder .. "/regions.geojson/none/x.geojson", all)
  spec.raises("is not a file name", geoscript.writeGeoJSON, folder .. "/..", all)
end)

spec("readRegions knows every format, readGeoJSON one", function()
  for _, name in ipairs{ "fences.kml", "fences.wkt", "fences.otrw", "fences.geojson" } do
    local regions = geoscript.readRegions("modules/" .. name)
    spec.equal(regions[1].identifier, "depot")
    spec.equal(regions[1].radius, 150.0)
  end
  spec.raises("is not GeoJSON", geoscript.readGeoJSON, "modules/fences.kml")
end)
