-- S34: overlap detection and z-order (Guide 5 and Annotating, no listing).
return function(_ENV)
  function mapDelegate:didAddOverlayRenderers(mapView, renderers)
    local new = renderers[1].overlay
    for _, other in ipairs(mapView.overlays) do
      if other ~= new and other.title == "always on top"
          and MKMapRectIntersectsRect(other.boundingMapRect, new.boundingMapRect) then
        mapView:exchangeOverlay(new, other)
        break
      end
    end
  end
  map:addOverlay(colorado, MKOverlayLevelAboveRoads)
end
