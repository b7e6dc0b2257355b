-- run: --from walk.ndjson --allow-write "$logs" --allow-read "$logs" -- "$logs"
-- GeoJSON as shapes on a map, and the way back.
local spec = require "spec"
local at = CLLocationCoordinate2DMake
local decoder = MKGeoJSONDecoder()
local square = { at(0, 0), at(0, 10), at(10, 10), at(10, 0) }

local function decode(geometry, properties)
  return decoder:geoJSONObjectsWithData(geoscript.json.encode{
    type = "Feature", geometry = geometry, properties = properties })[1]
end

local function back(...) return decoder:geoJSONObjectsWithData(geoscript.geoJSON{ ... }) end

spec("a file in the script's folder is read as shapes", function()
  local features = decoder:geoJSONObjectsWithContentsOfFile("modules/fences.geojson")
  spec.equal(#features > 0, true)
  spec.equal(features[1]:isKindOfClass(MKGeoJSONFeature), true)
  spec.raises("nosuch.geojson", function() decoder:geoJSONObjectsWithContentsOfFile("nosuch.geojson") end)
  spec.raises("--allow-read", function() decoder:geoJSONObjectsWithContentsOfFile("/etc/passwd") end)
end)

spec("the Swift name reads too", function()
  spec.equal(#decoder:decode[=[{"type":"LineString","coordinates":[[14,45],[15,46]]}]=], 1)
end)

spec("each geometry is the shape it is called after", function()
  local line, ring = { { 0, 0 }, { 10, 5 } }, { { 0, 0 }, { 10, 0 }, { 10, 10 }, { 0, 0 } }
  for _, case in ipairs{
    { "Point", { 13.4, 52.5, 30 }, MKPointAnnotation }, { "MultiPoint", line, MKMultiPoint },
    { "LineString", line, MKPolyline }, { "MultiLineString", { line, line }, MKMultiPolyline },
    { "Polygon", { ring }, MKPolygon }, { "MultiPolygon", { { ring }, { ring } }, MKMultiPolygon },
  } do
    local bare = decoder:geoJSONObjectsWithData(geoscript.json.encode{ type = case[1], coordinates = case[2] })
    spec.equal(#bare, 1)
    spec.equal(bare[1]:isKindOfClass(case[3]), true)
    local feature = decode{ type = case[1], coordinates = case[2] }
    spec.equal(feature:isKindOfClass(MKGeoJSONFeature), true)
    spec.equal(#feature.geometry, 1)
    spec.equal(feature.geometry[1]:isKindOfClass(case[3]), true)
    spec.equal(feature.properties, nil)
    spec.equal(feature.fields, {})
    spec.equal(feature.identifier, nil)
  end
  spec.equal(decode{ type = "Point", coordinates = { 13.4, 52.5, 30 } }.geometry[1].coordinate, at(52.5, 13.4))
  spec.equal(decode{ type = "LineString", coordinates = line }.geometry[1].coordinates, { at(0, 0), at(5, 10) })
end)

spec("a Feature has its id, its properties as text and as a table, and a title for its shapes", function()
  local text = [=[{"type":"FeatureCollection","features":[
    {"type":"Feature","id":7,"properties":{"name":"Fence","subtitle":"old","height":1.5,"tags":["a","b"]},
     "geometry":{"type":"GeometryCollection","geometries":[
       {"type":"Point","coordinates":[1,2]},{"type":"LineString","coordinates":[[1,2],[3,4]]}]}},
    {"type":"Feature","id":"x","properties":{"title":"T","name":"N","radius":150},
     "geometry":{"type":"Point","coordinates":[1,2]}},
    {"type":"Feature","properties":null,"geometry":null}]}]=]
  local features = decoder:geoJSONObjectsWithData(text)
  spec.equal(#features, 3)
  spec.equal(features[1].identifier, "7")
  spec.equal(features[1].properties, '{"name":"Fence","subtitle":"old","height":1.5,"tags":["a","b"]}')
  spec.equal(features[1].fields.tags, { "a", "b" })
  spec.equal(#features[1].geometry, 2)
  spec.equal(features[1].geometry[2].title, "Fence")
  spec.equal(features[1].geometry[1].subtitle, "old")
  local circle = features[2].geometry[1]
  spec.equal(circle:isKindOfClass(MKCircle), true)
  spec.equal({ circle.radius, circle.title, circle.coordinate }, { 150.0, "T", at(2, 1) })
  spec.equal(features[3].geometry, {})
  local map = MKMapView()
  map:addOverlays{ features[1].geometry[2], circle }
  map:addAnnotation(features[1].geometry[1])
  spec.equal({ #map.overlays, #map.annotations }, { 2, 1 })
  map:removeFromSuperview()
end)

spec("what is no GeoJSON is an error that says where", function()
  for wanted, text in pairs{
    ["JSON: expected a value at byte 10"] = '{"type": }',
    ["GeoJSON: the 'type' is missing"] = '{}',
    ["GeoJSON: expected an object"] = '[]',
    ["GeoJSON: 'Circle' is not a GeoJSON type (expected Point, MultiPoint,"] = '{"type":"Circle","coordinates":[1]}',
    ["GeoJSON: features[1]: expected a Feature, got Point"] =
      '{"type":"FeatureCollection","features":[{"type":"Feature"},{"type":"Point","coordinates":[1,2]}]}',
    ["GeoJSON: coordinates[1]: longitude 5.0, latitude 95.0 is not a place on the earth (longitude comes first)"] =
      '{"type":"LineString","coordinates":[[0,0],[5,95]]}',
    ["GeoJSON: coordinates[0]: a ring needs four positions, the last equal to the first, got 3"] =
      '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1]]]}',
    ["GeoJSON: coordinates[0][0][1]: expected a position: longitude and latitude"] =
      '{"type":"MultiPolygon","coordinates":[[[[0,0],["a",0],[1,1],[0,0]]]]}',
    ["GeoJSON: coordinates: a line needs two positions, got 1"] = '{"type":"LineString","coordinates":[[0,0]]}',
    ["GeoJSON: geometry.geometries[0]: 'coordinates' is missing"] =
      '{"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[{"type":"Point"}]}}',
    ["GeoJSON: properties: expected an object or null"] = '{"type":"Feature","properties":[],"geometry":null}',
    ["GeoJSON: id: expected a text or a number"] = '{"type":"Feature","id":true,"geometry":null}',
  } do
    spec.raises(wanted, decoder.geoJSONObjectsWithData_error, decoder, text)
  end
end)

spec("shapes are written and read back the same", function()
  local hole = MKPolygon{ at(2, 2), at(2, 4), at(4, 4), at(4, 2) }
  local shapes = {
    MKPolygon.new{ coordinates = square, interiorPolygons = { hole }, title = "a", subtitle = "b" },
    MKPolyline(square), MKMultiPoint(square), MKCircle(at(52.5, 13.4), 150.5),
    MKMultiPolygon{ MKPolygon(square), hole }, MKMultiPolyline{ MKPolyline(square), MKPolyline(square) },
  }
  local features = back(table.unpack(shapes))
  for i, shape in ipairs(shapes) do
    local read = features[i].geometry[1]
    spec.equal(read.boundingMapRect, shape.boundingMapRect)
    spec.equal(read.title, shape.title)
    spec.equal(geoscript.geoJSON{ read }, geoscript.geoJSON{ shape })
  end
  local first = features[1].geometry[1]
  spec.equal(first.coordinates, square)
  spec.equal({ first.title, first.subtitle }, { "a", "b" })
  spec.equal(#first.interiorPolygons, 1)
  -- A Feature keeps what shapes have no place for.
  local text = geoscript.geoJSON{ decode({ type = "Point", coordinates = { 1, 2 } }, { depth = 5, title = "t" }) }
  spec.equal(decoder:geoJSONObjectsWithData(text)[1].fields, { depth = 5, title = "t" })
end)

spec("annotations and regions are written beside shapes", function()
  local features = back({ coordinate = at(1, 2), title = "table" }, MKPointAnnotation(at(3, 4), "point"),
    CLCircularRegion(at(5, 6), 70, "region"))
  spec.equal({ features[1].geometry[1].title, features[1].geometry[1].coordinate }, { "table", at(1, 2) })
  spec.equal(features[2].geometry[1].title, "point")
  spec.equal({ features[3].identifier, features[3].geometry[1].radius }, { "region", 70.0 })
  local file = geoscript.args[1] .. "/shapes.geojson"
  local circle = MKCircle.new{ coordinate = at(5, 6), radius = 70, title = "circle" }
  geoscript.writeGeoJSON(file, { circle, CLCircularRegion(at(5, 6), 70, "region") })
  -- A circle with a title is a fence as well.
  local regions = geoscript.readGeoJSON(file)
  spec.equal({ regions[1].identifier, regions[2].identifier }, { "circle", "region" })
end)

spec("a polygon across the 180th meridian is cut on the way out and whole on the way in", function()
  local fiji = MKPolygon{ at(-20, 177), at(-20, -178), at(-16, -178), at(-16, 177) }
  local feature = geoscript.json.decode(geoscript.geoJSON{ fiji }).features[1]
  spec.equal(feature.geometry.type, "MultiPolygon")
  spec.equal(#feature.geometry.coordinates, 2)
  local read = back(fiji)[1].geometry[1]
  spec.equal(read:isKindOfClass(MKPolygon), true)
  spec.equal(read.pointCount, 4)
  spec.near(read.boundingMapRect.size.width, fiji.boundingMapRect.size.width, 1e-6)
  local line = MKPolyline{ at(0, 170), at(5, -170), at(5, 170) }
  spec.equal(#geoscript.json.decode(geoscript.geoJSON{ line }).features[1].geometry.coordinates, 3)
  spec.equal(back(line)[1].geometry[1].coordinates, line.coordinates)
end)

spec("what GeoJSON cannot say is an error that says which", function()
  spec.raises("item 2: a tile overlay has no shape to write",
    geoscript.geoJSON, { MKCircle(at(0, 0), 1), MKTileOverlay("t") })
  spec.raises("item 1: a ring needs three different coordinates, got 2",
    geoscript.geoJSON, { MKPolygon{ at(0, 0), at(1, 1) } })
  spec.raises("item 1: a line needs two coordinates, got 1", geoscript.geoJSON, { MKPolyline{ at(0, 0) } })
  spec.raises("item 1: latitude", geoscript.geoJSON, { MKPointAnnotation() })
  spec.raises("MKAnnotation expected", geoscript.geoJSON, { 5 })
end)
