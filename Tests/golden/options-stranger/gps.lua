CLLocationManager.new{ delegate = { didUpdateLocations = function() end } }:startUpdatingLocation()
