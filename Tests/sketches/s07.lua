-- S7: listing 3-1 (4-1), reverse geocoding with a closure.
return function(_ENV)
  function addMoreInfo(annotation)
    local view = map:viewForAnnotation(annotation)
    if view and not view.rightCalloutAccessoryView then
      view.canShowCallout = true
      view.rightCalloutAccessoryView = UIButton:buttonWithType(UIButtonTypeDetailDisclosure)
    end
  end

  function app:geocodeLocation(location, annotation)
    self.geocoder = self.geocoder or CLGeocoder.new{}
    self.geocoder:reverseGeocodeLocation(location, function(placemarks, err)
      if err then print("geocode failed", err.code) return end
      if #placemarks > 0 then
        annotation.placemark = placemarks[1]
        addMoreInfo(annotation)
      end
    end)
  end
end
