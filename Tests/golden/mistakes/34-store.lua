local app = {}
function app:didUpdateLocations()
  geoscript.store.f = function() end
end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
