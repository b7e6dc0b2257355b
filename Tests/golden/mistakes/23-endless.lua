local app = {}
function app:didUpdateLocations()
  while true do
  end
end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
