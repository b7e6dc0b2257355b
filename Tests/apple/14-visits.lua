-- Getting the current location of a device: the visits location service.
-- https://developer.apple.com/documentation/corelocation/getting-the-current-location-of-a-device
-- run: --from day.ndjson --time-zone UTC
local app = {}
local locationManager = CLLocationManager()

local function startReceivingVisitChanges()
  if locationManager.authorizationStatus ~= kCLAuthorizationStatusAuthorizedAlways then return end
  if not CLLocationManager:locationServicesEnabled() then return end
  locationManager.delegate = app
  locationManager:startMonitoringVisits()
end

function app:didVisit(_, visit)
  -- Apple: an arrival has a departure in the distant future; an unknown arrival is in the distant past.
  if visit.departureDate == NSDate:distantFuture() then
    print("arrived", visit.coordinate)
  else
    print("left", visit.coordinate, visit.arrivalDate == NSDate:distantPast())
  end
end

startReceivingVisitChanges()
