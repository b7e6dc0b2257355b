local app = {}
function app:didUpdateLocations()
  counter = counter + 1
end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
