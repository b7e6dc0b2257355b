-- LocateMe: TrackLocationViewController, with a distance filter.
-- https://developer.apple.com/library/archive/samplecode/LocateMe
-- run: --from park.ndjson --time-zone UTC
local controller = { locationMeasurements = {} }
local kSetupInfo = { accuracy = kCLLocationAccuracyBest, distanceFilter = 500 }
local dateFormatter = NSDateFormatter()
dateFormatter.dateStyle = NSDateFormatterMediumStyle
dateFormatter.timeStyle = NSDateFormatterLongStyle

function controller:didFinishSetupWithInfo(setupInfo)
  self.locationManager = CLLocationManager()
  self.locationManager.delegate = self
  self.locationManager.desiredAccuracy = setupInfo.accuracy
  self.locationManager.distanceFilter = setupInfo.distanceFilter
  self.locationManager:startUpdatingLocation()
end

function controller:didUpdateToLocation(_, newLocation, oldLocation)
  if newLocation.horizontalAccuracy < 0 then return end
  local locationAge = -newLocation.timestamp:timeIntervalSinceNow()
  if locationAge > 5.0 then return end
  assert((oldLocation == nil) == (#self.locationMeasurements == 0))
  table.insert(self.locationMeasurements, newLocation)
  print(string.format("%.4f, %.4f", newLocation.coordinate.latitude, newLocation.coordinate.longitude),
    dateFormatter:stringFromDate(newLocation.timestamp))
end

function controller:didFailWithError(_, error)
  if error.code ~= kCLErrorLocationUnknown then self.locationManager:stopUpdatingLocation() end
end

controller:didFinishSetupWithInfo(kSetupInfo)
