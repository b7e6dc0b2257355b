local app = {}
function app:didUpdateLocations(manager, locations)
  if locations[1].timestamp < os.time() - 60 then print("old") end
end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
