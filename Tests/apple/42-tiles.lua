-- MKTileOverlay: tiles that replace the content of the map, from files, with their renderer.
-- https://developer.apple.com/documentation/mapkit/mktileoverlay
-- run:
local template = "tiles/{z}/{x}/{y}.png"
local overlay = MKTileOverlay(template)
overlay.canReplaceMapContent = true
overlay.minimumZ, overlay.maximumZ = 2, 4
overlay.tileSize = CGSizeMake(256, 256)

local mapView = MKMapView.new{ frame = CGRectMake(0, 0, 256, 256) }
local delegate = {}
function delegate:rendererForOverlay(_, tileOverlay)
  if tileOverlay:isKindOfClass(MKTileOverlay) then return MKTileOverlayRenderer(tileOverlay) end
  return MKOverlayRenderer(tileOverlay)
end
mapView.delegate = delegate
mapView:addOverlay_level(overlay, MKOverlayLevelAboveLabels)
mapView.region = MKCoordinateRegion(CLLocationCoordinate2D(0, 0), MKCoordinateSpan(80, 80))
print(overlay:URLForTilePath({ x = 1, y = 2, z = 3, contentScaleFactor = 1 }))
assert(overlay.URLTemplate == template and MKMapRectContainsRect(overlay.boundingMapRect, mapView.visibleMapRect))
geoscript.onFinish(function() assert(mapView:rendererForOverlay(overlay):isKindOfClass(MKTileOverlayRenderer)) end)
