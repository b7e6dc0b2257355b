geoscript.task(function()
  local placemarks = CLGeocoder():reverseGeocodeLocation(CLLocation(48.86, 2.35))
  if not placemarks.isEmpty then print(placemarks:count()) end
end)
