-- LocateMe: GetLocationViewController, the best fix before a timeout.
-- https://developer.apple.com/library/archive/samplecode/LocateMe
-- run: --from settling.ndjson
local controller = { locationMeasurements = {} }
local kSetupInfo = { accuracy = kCLLocationAccuracyHundredMeters, timeout = 45 }

function controller:didFinishSetupWithInfo(setupInfo)
  self.locationManager = CLLocationManager()
  self.locationManager.delegate = self
  self.locationManager.desiredAccuracy = setupInfo.accuracy
  self.locationManager:startUpdatingLocation()
  self.timeout = geoscript.after(setupInfo.timeout, function() self:stopUpdatingLocation("Timed Out") end)
end

function controller:didUpdateToLocation(_, newLocation)
  table.insert(self.locationMeasurements, newLocation)
  local locationAge = -newLocation.timestamp:timeIntervalSinceNow()
  if locationAge > 5.0 then return end
  if newLocation.horizontalAccuracy < 0 then return end
  local best = self.bestEffortAtLocation
  if best == nil or best.horizontalAccuracy > newLocation.horizontalAccuracy then
    self.bestEffortAtLocation = newLocation
    if newLocation.horizontalAccuracy <= self.locationManager.desiredAccuracy then
      self:stopUpdatingLocation("Acquired Location")
      self.timeout:cancel()
    end
  end
end

function controller:didFailWithError(_, error)
  if error.code ~= kCLErrorLocationUnknown then self:stopUpdatingLocation("Error") end
end

function controller:stopUpdatingLocation(state)
  print(state, #self.locationMeasurements, self.bestEffortAtLocation.horizontalAccuracy)
  self.locationManager:stopUpdatingLocation()
  self.locationManager.delegate = nil
end

controller:didFinishSetupWithInfo(kSetupInfo)
