-- Converting between coordinates and user-friendly place names: getCoordinate.
-- https://developer.apple.com/documentation/corelocation/converting-between-coordinates-and-user-friendly-place-names
-- run:
local function getCoordinate(addressString, completionHandler)
  local geocoder = CLGeocoder()
  geocoder:geocodeAddressString(addressString, function(placemarks, error)
    if error == nil then
      local placemark = placemarks[1]
      if placemark then
        completionHandler(placemark.location.coordinate, nil)
        return
      end
    end
    completionHandler(kCLLocationCoordinate2DInvalid, error)
  end)
end

getCoordinate("Cupertino", function(coordinate, error)
  assert(error == nil)
  -- GeoNames: 37.32300, -122.03218.
  print(string.format("%.2f %.2f", coordinate.latitude, coordinate.longitude))
end)
getCoordinate("qqxxyyzz", function(coordinate, error)
  assert(not CLLocationCoordinate2DIsValid(coordinate))
  print(error.domain, error.code == kCLErrorGeocodeFoundNoResult)
end)
