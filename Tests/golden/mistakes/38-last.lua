local app = {}
function app:didUpdateLocations(_, locations) print(locations.last.coordinate.latitude) end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
