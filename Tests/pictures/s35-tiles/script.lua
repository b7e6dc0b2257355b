-- S35: tiles from files beside the script, their rows counted from the south; one of them is not there.
local map = MKMapView.new{}
map.region = MKCoordinateRegionMake(CLLocationCoordinate2DMake(0, 0), MKCoordinateSpanMake(80, 130))
map.delegate = { rendererForOverlay = function(_, overlay) return MKTileOverlayRenderer(overlay) end }

local tiles = MKTileOverlay("tiles/{z}/{x}/{y}@{scale}x.png")   -- under the script's folder
tiles.geometryFlipped, tiles.canReplaceMapContent = true, true
map:addOverlay(tiles)
