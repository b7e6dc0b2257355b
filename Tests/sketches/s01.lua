-- S1: listing 1-1, standard updates.
return function(_ENV)
  app = {}

  function app:startStandardUpdates()
    self.manager = self.manager or CLLocationManager.new{}
    self.manager.delegate = self
    self.manager.desiredAccuracy = kCLLocationAccuracyKilometer
    self.manager.distanceFilter = 500            -- metres
    self.manager:startUpdatingLocation()
  end
end
