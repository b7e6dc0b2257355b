-- S32: decluttering (Guide 5 and Annotating, no listing).
return function(_ENV)
  function mapDelegate:regionDidChangeAnimated(mapView, animated)
    local kept = {}
    for _, a in ipairs(mapView.annotations) do   -- a real script spares MKUserLocation
      local p = MKMapPointForCoordinate(a.coordinate)
      for _, q in ipairs(kept) do
        if MKMetersBetweenMapPoints(p, q) < 500 then mapView:removeAnnotation(a) p = nil break end
      end
      if p then kept[#kept + 1] = p end
    end
  end
end
