-- S18: listing 5-8, polygon view under the old names.
return function(_ENV)
  function mapDelegate:viewForOverlay(mapView, overlay)
    if not overlay:isKindOfClass(MKPolygon) then return nil end
    local v = MKPolygonView.new{ polygon = overlay }
    v.fillColor   = UIColor:cyanColor():colorWithAlphaComponent(0.2)
    v.strokeColor = UIColor:blueColor():colorWithAlphaComponent(0.7)
    v.lineWidth   = 3
    return v
  end
end
