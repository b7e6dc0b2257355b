-- Go further with MapKit (WWDC25, 204): geocoding requests of Map Kit, in place of CLGeocoder.
-- https://developer.apple.com/videos/play/wwdc2025/204
-- run:
geoscript.task(function()
  local request = MKReverseGeocodingRequest(CLLocation(37.3346, -122.0090))
  local mapItems = request:getMapItems()
  local mapItem = mapItems[1]
  print(mapItem.name, mapItem.timeZone)
  print(mapItem.addressRepresentations:fullAddressIncludingRegion_singleLine(true, false))
  print(mapItem.addressRepresentations.cityWithContext)
end)
geoscript.task(function()
  local request = MKGeocodingRequest("San Jose, California")
  local mapItems, error = request:getMapItems()
  if error then return print(error.localizedDescription) end
  print(mapItems[1].name, mapItems[1].location.coordinate, mapItems[1].address.fullAddress)
end)
-- Apple: an address that nobody knows is an error of Map Kit.
MKGeocodingRequest("qqxxyyzz"):getMapItemsWithCompletionHandler(function(mapItems, error)
  assert(mapItems == nil and error.domain == MKErrorDomain and error.code == MKErrorPlacemarkNotFound)
end)
