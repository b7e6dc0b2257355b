-- T3: Apple's «Determining the proximity to an iBeacon device»: a region of beacons, then ranging while inside.
return function(_ENV)
  function app:monitorBeacons()
    if CLLocationManager:isMonitoringAvailableForClass(CLBeaconRegion) then
      local proximityUUID = "39ED98FF-2900-441A-802F-9C398FC199D2"
      local beaconID = "com.example.myBeaconRegion"
      local region = CLBeaconRegion(proximityUUID, beaconID)
      manager:startMonitoringForRegion(region)
    end
  end

  function app:didEnterRegion(manager, region)
    if region:isKindOfClass(CLBeaconRegion) then
      if CLLocationManager:isRangingAvailable() then
        manager:startRangingBeaconsInRegion(region)
        table.insert(beaconsToRange, region)
      end
    end
  end

  function app:didRangeBeacons(manager, beacons, region)
    if #beacons > 0 then
      local nearestBeacon = beacons[1]
      local major, minor = nearestBeacon.major, nearestBeacon.minor
      if nearestBeacon.proximity == CLProximityNear or nearestBeacon.proximity == CLProximityImmediate then
        displayInformationAboutExhibit(major, minor)
      else
        dismissExhibit(major, minor)
      end
    end
  end
end
