-- S35: tile overlay (Annotating, no listing).
return function(_ENV)
  tiles = MKTileOverlay("tiles/{z}/{x}/{y}@{scale}x.png")   -- under the script's folder
  tiles.geometryFlipped, tiles.canReplaceMapContent = true, true
  map:addOverlay(tiles)                          -- rendererForOverlay returns MKTileOverlayRenderer(tiles)
end
