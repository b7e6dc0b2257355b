-- S9: forward geocoding snippet.
return function(_ENV)
  CLGeocoder.new{}:geocodeAddressString("1 infinite loop, cupertino", function(placemarks, err)
    for _, p in ipairs(placemarks or {}) do
      print(p.name, p.locality, p.location.coordinate.latitude)
    end
  end)
end
