-- Determining the proximity to an iBeacon device: listings 1 to 3.
-- https://developer.apple.com/documentation/corelocation/determining-the-proximity-to-an-ibeacon-device
-- run: --from park.ndjson
local app = { beaconsToRange = {} }
local locationManager = CLLocationManager()
locationManager.delegate = app

function app:monitorBeacons()
  if CLLocationManager:isMonitoringAvailableForClass(CLBeaconRegion) then
    local proximityUUID = "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"
    local beaconID = "com.example.myBeaconRegion"
    locationManager:startMonitoringForRegion(CLBeaconRegion(proximityUUID, beaconID))
  end
end

function app:didEnterRegion(manager, region)
  if region:isKindOfClass(CLBeaconRegion) then
    if CLLocationManager:isRangingAvailable() then
      manager:startRangingBeaconsInRegion(region)
      table.insert(self.beaconsToRange, region)
    end
  end
end

function app:didRangeBeacons(_, beacons)
  if #beacons > 0 then
    local nearestBeacon = beacons[1]
    local major, minor = nearestBeacon.major, nearestBeacon.minor
    if nearestBeacon.proximity == CLProximityNear or nearestBeacon.proximity == CLProximityImmediate then
      print("display", major, minor)
    else
      print("dismiss", major, minor)
    end
  end
end

app:monitorBeacons()
geoscript.onFinish(function() assert(#app.beaconsToRange == 1) end)
