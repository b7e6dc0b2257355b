-- Getting heading and course information: the true heading where it is valid, else the magnetic one.
-- https://developer.apple.com/documentation/corelocation/getting-heading-and-course-information
-- run: --from compass.ndjson
local app = {}
local locationManager = CLLocationManager()
locationManager.delegate = app

function app:startReceivingHeadingChanges()
  if not CLLocationManager:headingAvailable() then return end
  locationManager.headingFilter = 5
  locationManager:startUpdatingHeading()
end

function app:didUpdateHeading(_, newHeading)
  if newHeading.headingAccuracy < 0 then return end
  local theHeading = newHeading.trueHeading > 0 and newHeading.trueHeading or newHeading.magneticHeading
  print("heading", theHeading)
end

function app:locationManagerShouldDisplayHeadingCalibration() return false end

locationManager:startUpdatingLocation()
app:startReceivingHeadingChanges()
