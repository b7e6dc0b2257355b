local app = {}
function app:didUpdateLocations()
  visits = visits or {}
end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
