-- S8: listing 3-2, reverse geocoding with a delegate.
return function(_ENV)
  function annotationForCoordinate(coord)
    for _, a in ipairs(map.annotations) do
      if a:isKindOfClass(MapLocation)
          and a.coordinate.latitude == coord.latitude
          and a.coordinate.longitude == coord.longitude then
        return a
      end
    end
  end

  lookup = {}
  function lookup:didFindPlacemark(geocoder, placemark)
    local a = annotationForCoordinate(placemark.coordinate)
    if not a then return end
    a.placemark = placemark
    addMoreInfo(a)
  end
  function lookup:didFailWithError(geocoder, err) print("no place information") end

  once = MKReverseGeocoder.new{ coordinate = location.coordinate, delegate = lookup }
  once:start()                                   -- one request per object
end
