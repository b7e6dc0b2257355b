-- Go further with MapKit (WWDC25, 204): geocoding requests of Map Kit, in place of CLGeocoder.
-- https://developer.apple.com/videos/play/wwdc2025/204
-- run:
geoscript.task(function()
  local request = MKReverseGeocodingRequest(CLLocation(37.3346, -122.0090))
  local mapItems = request:getMapItems()
  print(mapItems[1].addressRepresentations:fullAddress())
end)
geoscript.task(function()
  local request = MKGeocodingRequest("Cupertino")
  print(request:getMapItems()[1].location)
end)
