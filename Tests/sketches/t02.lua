-- T2: Apple's «Adopting live updates in Core Location»: the newest location, and whether the device rests.
return function(_ENV)
  LocationsHandler = { count = 0, isStationary = false, updatesStarted = false }

  function LocationsHandler:startLocationUpdates()
    if manager.authorizationStatus == kCLAuthorizationStatusNotDetermined then
      manager:requestWhenInUseAuthorization()
    end
    geoscript.task(function()
      self.updatesStarted = true
      local updates = CLLocationUpdate:liveUpdates()
      for update in updates do
        if not self.updatesStarted then break end
        if update.location then
          self.lastLocation = update.location
          self.isStationary = update.isStationary
          self.count = self.count + 1
        end
      end
    end)
  end
end
