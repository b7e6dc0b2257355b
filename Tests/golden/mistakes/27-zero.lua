local app = {}
function app:didUpdateLocations(manager, locations)
  print(locations[0].coordinate.latitude)
end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
