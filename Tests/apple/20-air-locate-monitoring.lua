-- AirLocate: APLMonitoringViewController and the notification of its app delegate.
-- https://developer.apple.com/library/archive/samplecode/AirLocate
-- run: --from park.ndjson
local app = {}
local locationManager = CLLocationManager()
locationManager.delegate = app

function app:updateMonitoredRegion(enabled)
  for _, region in ipairs(locationManager.monitoredRegions) do
    if region.identifier == "com.apple.AirLocate" then locationManager:stopMonitoringForRegion(region) end
  end
  if enabled then
    local uuid, major = "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0", 100
    local region = CLBeaconRegion(uuid, major, "com.apple.AirLocate")
    region.notifyOnEntry = true
    region.notifyOnExit = true
    region.notifyEntryStateOnDisplay = false
    locationManager:startMonitoringForRegion(region)
  end
end

-- The app delegate: Apple calls it at each transition, beside didEnterRegion and didExitRegion.
function app:didDetermineState(_, state, region)
  local notification = UILocalNotification()
  if state == CLRegionStateInside then
    notification.alertBody = "You're inside the region"
  elseif state == CLRegionStateOutside then
    notification.alertBody = "You're outside the region"
  else
    return
  end
  UIApplication:sharedApplication():presentLocalNotificationNow(notification)
  print(region.identifier, notification.alertBody)
end

app:updateMonitoredRegion(true)
