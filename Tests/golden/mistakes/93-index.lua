local app = {}
function app:didUpdateLocations(manager, locations)
  local first = locations[0]
  print("a fix")
  print(first.speed)
end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
