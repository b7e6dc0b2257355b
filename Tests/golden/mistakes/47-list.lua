local app = {}
function app:didUpdateLocations(manager, locations) print(locations.coordinate.latitude) end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
