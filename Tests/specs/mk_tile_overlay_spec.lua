-- run: --from walk.ndjson --allow-read ../tiles
-- exit code 77: loading some of its tiles is refused
local spec = require "spec"

local png = "\137PNG\r\n\26\n"
local template = "../tiles/tree/{z}/{x}/{y}@{scale}x.png"

-- What a request came to.
local function load(overlay, path)
  local found
  overlay:loadTileAtPath(path, function(data, err) found = { data = data, error = err } end)
  return found
end

spec("a tile is loaded from a tree of files", function()
  local tiles = MKTileOverlay(template)
  tiles.geometryFlipped = true
  local found = load(tiles, MKTileOverlayPath(1, 2, 2, 1))
  spec.equal(found.data:sub(1, #png), png)
  spec.equal(found.error, nil)
  -- The same tile lies in archives, whose rows are known.
  for _, name in ipairs{ "world.mbtiles", "world.pmtiles", "leaves.pmtiles" } do
    spec.equal(load(MKTileOverlay("../tiles/" .. name), MKTileOverlayPath(1, 2, 2, 1)).data, found.data)
  end
  spec.equal(load(MKTileOverlay("../tiles/world.pmtiles"), MKTileOverlayPath(0, 0, 9, 1)), {})
end)

spec("a tile that cannot be had says why", function()
  local missing = load(MKTileOverlay(template), MKTileOverlayPath(0, 0, 7, 1))
  spec.equal(missing.data, nil)
  spec.equal(missing.error.domain, MKErrorDomain)
  spec.equal(missing.error.localizedDescription,
    "tile 7/0/0: ../tiles/tree/7/0/0@1x.png: no such file")
  local function says(of, words)
    local text = load(MKTileOverlay(of), MKTileOverlayPath(0, 0, 0, 1)).error.localizedDescription
    spec.equal({ of, text:find(words, 1, true) ~= nil }, { of, true })
  end
  says("https://tile.example.org/{z}/{x}/{y}.png", "loading tiles from https://tile.example.org needs --allow-net")
  says("/etc/{z}/{x}/{y}.png", "needs --allow-read")
  says("ftp://example.org/{z}", "tiles cannot be loaded from 'ftp:'")
  says("../tiles/none.mbtiles", "no such file")
  says("file://other/{z}", "names another machine")
  spec.equal(load(MKTileOverlay(), MKTileOverlayPath(0, 0, 0, 1)).error.localizedDescription,
    "tile 0/0/0 has no address: the overlay was made without a URLTemplate")
  spec.raises("bad argument", MKTileOverlay("t").loadTileAtPath, MKTileOverlay("t"), MKTileOverlayPath(0, 0, 0, 1), 5)
end)

spec("a subclass brings tiles of its own", function()
  local Own = MKTileOverlay:subclass("Own")
  local asked, results = {}, {}
  function Own:loadTileAtPath_result(path, result)
    asked[#asked + 1] = string.format("%d/%d/%d", path.z, path.x, path.y)
    results[#results + 1] = result
    if #asked == 1 then return result("no picture") end
    if #asked == 2 then return result(nil, "not today") end
    if #asked == 3 then return result() end
    spec.equal(MKTileResult.is(result), true)
    Own.super.loadTileAtPath(self, MKTileOverlayPath(0, 0, 0, 1), result)
  end
  local map = MKMapView.new{ frame = CGRectMake(0, 0, 400, 400) }
  map.delegate = {
    rendererForOverlay = function(_, overlay) return MKTileOverlayRenderer(overlay) end,
    mapViewDidFinishLoadingMap = function() end,
  }
  local own = Own(template)
  map:addOverlay(own)
  local renderer = map:rendererForOverlay(own)
  spec.equal(table.concat(asked, " "), "1/0/0 1/1/0 1/0/1 1/1/1")
  for _, result in ipairs(results) do spec.equal(result.isDone, true) end
  spec.raises("the result of this tile was already given", results[1], "again")
  renderer:reloadData()
  map:removeFromSuperview()
end)

spec("an error in the function that gets a tile is one of the call", function()
  spec.raises("oh no", function()
    MKTileOverlay(template):loadTileAtPath(MKTileOverlayPath(0, 0, 0, 1), function() error("oh no") end)
  end)
end)

-- Listing S35.
spec("S35: a tile overlay has a template, and rows from the south when flipped", function()
  local map = MKMapView()
  local tiles = MKTileOverlay("tiles/{z}/{x}/{y}@{scale}x.png")
  spec.equal(tiles.minimumZ, 0)
  spec.equal(tiles.maximumZ, 21)
  spec.equal(tiles.tileSize, CGSizeMake(256, 256))
  -- Tokyo station at zoom 10 by mercantile.
  local path = MKTileOverlayPath(909, 403, 10, 2)
  spec.equal(tiles:URLForTilePath(path), "tiles/10/909/403@2x.png")
  tiles.geometryFlipped, tiles.canReplaceMapContent = true, true
  spec.equal(tiles:URLForTilePath(path), "tiles/10/909/620@2x.png")
  map:addOverlay(tiles)
  spec.equal(map.overlays[1] == tiles, true)
  spec.equal(MKTileOverlayRenderer(tiles).tileOverlay == tiles, true)
  spec.equal(tiles.URLTemplate, "tiles/{z}/{x}/{y}@{scale}x.png")
  spec.equal(tiles.boundingMapRect, MKMapRectWorld)
  spec.equal(tiles:intersectsMapRect(MKMapRectMake(0, 0, 1, 1)), true)
  spec.near(tiles.coordinate.latitude, 0)
  tiles.title, tiles.subtitle, tiles.maximumZ, tiles.tileSize = "osm", "tiles", 18, CGSizeMake(512, 512)
  spec.equal(tiles.title .. tiles.subtitle .. tiles.maximumZ, "osmtiles18")
  spec.raises("a zoom level from 0 to 30 expected", function() tiles.minimumZ = 31 end)
  spec.raises("a size above 0 expected", function() tiles.tileSize = CGSizeMake(0, 1) end)
  spec.raises("field 'z' is missing", tiles.URLForTilePath, tiles, { x = 1, y = 1 })
  spec.equal(MKTileOverlay():URLForTilePath(path), nil)
  map:removeFromSuperview()
end)

spec("a subclass of MKTileOverlay has its own addresses", function()
  local Quad = MKTileOverlay:subclass("Quad")
  function Quad:URLForTilePath(path)
    if path.z == 0 then return Quad.super.URLForTilePath(self, path) end
    return "q/" .. path.z .. "-" .. path.x
  end
  local quad = Quad("t/{z}")
  spec.equal(quad:URLForTilePath(MKTileOverlayPath(5, 6, 7, 1)), "q/7-5")
  spec.equal(quad:URLForTilePath(MKTileOverlayPath(0, 0, 0, 1)), "t/0")
end)

-- The calls of the delegate come when the main chunk has ended.
local heard = {}
local map = MKMapView.new{ frame = CGRectMake(0, 0, 256, 256) }
map.delegate = {
  rendererForOverlay = function(_, overlay) return MKTileOverlayRenderer(overlay) end,
  mapViewWillStartLoadingMap = function() heard[#heard + 1] = "start" end,
  mapViewDidFinishLoadingMap = function() heard[#heard + 1] = "finish" end,
  mapViewDidFailLoadingMap = function(_, err) heard[#heard + 1] = err.localizedDescription end,
}
map:addOverlay(MKTileOverlay("../tiles/world.mbtiles"))

spec.atEnd("the delegate hears of loading", function() spec.equal(heard, { "start", "finish" }) end)
