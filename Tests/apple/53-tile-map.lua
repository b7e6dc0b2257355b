-- TileMap: TileOverlay finds the tiles of a rect, larger ones beyond its last level; TileOverlayView draws them.
-- https://developer.apple.com/library/archive/samplecode/TileMap
-- run: --map ../../.build/apple/tile-map.png --map-size 256x256
local tileSize = 256.0
local zoomCap = 15

local function zoomScaleToZoomLevel(scale)
  local zoomLevelAt1 = math.log(MKMapSizeWorld.width / tileSize, 2)
  return math.max(0, math.floor(zoomLevelAt1) + math.floor(math.log(scale, 2) + 0.5))
end

local TileOverlay = NSObject:subclass("TileOverlay")
function TileOverlay:init()
  self.boundingMapRect = MKMapRectMake(0, 0, MKMapSizeWorld.width, MKMapSizeWorld.height)
  self.coordinate = MKCoordinateForMapPoint(MKMapPointMake(MKMapRectGetMidX(self.boundingMapRect),
    MKMapRectGetMidY(self.boundingMapRect)))
  return self
end

function TileOverlay:tilesInMapRect(rect, scale)
  local z, overzoom = zoomScaleToZoomLevel(scale), 1
  if z > zoomCap then overzoom, z = 2 ^ (z - zoomCap), zoomCap end
  local adjustedTileSize = overzoom * tileSize
  local minX = math.floor(MKMapRectGetMinX(rect) * scale / adjustedTileSize)
  local maxX = math.floor(MKMapRectGetMaxX(rect) * scale / adjustedTileSize)
  local minY = math.floor(MKMapRectGetMinY(rect) * scale / adjustedTileSize)
  local maxY = math.floor(MKMapRectGetMaxY(rect) * scale / adjustedTileSize)
  local tiles = {}
  for x = minX, maxX do
    for y = minY, maxY do
      local frame = MKMapRectMake(x * adjustedTileSize / scale, y * adjustedTileSize / scale,
        adjustedTileSize / scale, adjustedTileSize / scale)
      if MKMapRectIntersectsRect(rect, frame) then
        table.insert(tiles, { frame = frame, path = string.format("%d/%d/%d.png", z, x, y) })
      end
    end
  end
  return tiles
end

local TileOverlayRenderer = MKOverlayRenderer:subclass("TileOverlayRenderer")
function TileOverlayRenderer:canDrawMapRect_zoomScale(mapRect, zoomScale)
  return #self.overlay:tilesInMapRect(mapRect, zoomScale) > 0
end
function TileOverlayRenderer:drawMapRect_zoomScale_inContext(mapRect, zoomScale, context)
  for _, tile in ipairs(self.overlay:tilesInMapRect(mapRect, zoomScale)) do
    local rect = self:rectForMapRect(tile.frame)
    CGContextSetRGBStrokeColor(context, 1, 0, 0, 1)
    CGContextSetLineWidth(context, 1 / zoomScale)
    CGContextStrokeRect(context, rect)
  end
end

local mapView = MKMapView.new{ frame = CGRectMake(0, 0, 256, 256) }
local delegate = {}
function delegate:rendererForOverlay(_, overlay) return TileOverlayRenderer(overlay) end
mapView.delegate = delegate
local overlay = TileOverlay()
mapView:addOverlay(overlay)

-- One tile shows the world at level 0, and four at level 1.
local world = MKMapRectInset(overlay.boundingMapRect, 1, 1)
print(#overlay:tilesInMapRect(world, 2 ^ -20), #overlay:tilesInMapRect(world, 2 ^ -19))
-- Level 17 has tiles of level 15, four times as large.
local far = overlay:tilesInMapRect(MKMapRectMake(134217728, 134217728, 1000, 1000), 2 ^ -3)
print(#far, far[1].path, far[1].frame.size.width)

mapView.region = MKCoordinateRegion(CLLocationCoordinate2D(44.2, -69.0), MKCoordinateSpan(1, 1))
geoscript.onFinish(function()
  assert(mapView:rendererForOverlay(overlay):isKindOfClass(TileOverlayRenderer))
end)
