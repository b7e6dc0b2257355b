-- S26: listing 6-10, polygon renderer.
return function(_ENV)
  function mapDelegate:rendererForOverlay(mapView, overlay)
    if not overlay:isKindOfClass(MKPolygon) then return nil end   -- nil: nothing is shown
    return MKPolygonRenderer.new{ polygon = overlay, lineWidth = 3,
      fillColor   = UIColor:cyanColor():colorWithAlphaComponent(0.2),
      strokeColor = UIColor:blueColor():colorWithAlphaComponent(0.7) }
  end
end
