local app = {}
function app:didUpdateLocations(manager, locations)
  if locations[#locations].speed > "10" then geoscript.alert{ title = "fast" } end
end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
