-- S2: listing 1-2, significant change.
return function(_ENV)
  function app:startSignificantChangeUpdates()
    self.manager = self.manager or CLLocationManager.new{}
    self.manager.delegate = self
    self.manager:startMonitoringSignificantLocationChanges()
  end
end
