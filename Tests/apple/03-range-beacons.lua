-- Ranging for Beacons: RangeBeaconViewController. It monitors first, and ranges while inside.
-- https://developer.apple.com/documentation/corelocation/ranging-for-beacons
-- run: --from park.ndjson
local controller = { beaconConstraints = {}, beacons = {} }
local locationManager = CLLocationManager()

function controller:viewDidLoad()
  locationManager.delegate = self
  locationManager:requestWhenInUseAuthorization()
  local uuid = "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"
  local constraint = CLBeaconIdentityConstraint(uuid)
  -- A constraint is no key here as it is in Swift: equal ones are different objects.
  self.beaconConstraints[constraint.uuid] = {}
  local beaconRegion = CLBeaconRegion(constraint, uuid)
  locationManager:startMonitoringForRegion(beaconRegion)
end

function controller:viewDidDisappear()
  for _, region in ipairs(locationManager.monitoredRegions) do locationManager:stopMonitoringForRegion(region) end
  for uuid in pairs(self.beaconConstraints) do
    locationManager:stopRangingBeaconsSatisfyingConstraint(CLBeaconIdentityConstraint(uuid))
  end
end

function controller:didDetermineState(manager, state, region)
  print("didDetermineState", state == CLRegionStateInside)
  if state == CLRegionStateInside then
    manager:startRangingBeaconsSatisfyingConstraint(region.beaconIdentityConstraint)
  else
    manager:stopRangingBeaconsSatisfyingConstraint(region.beaconIdentityConstraint)
  end
end

function controller:didRangeBeacons(_, beacons, beaconConstraint)
  self.beaconConstraints[beaconConstraint.uuid] = beacons
  self.beacons = {}
  local allBeacons = {}
  for _, regionResult in pairs(self.beaconConstraints) do
    table.move(regionResult, 1, #regionResult, #allBeacons + 1, allBeacons)
  end
  for _, range in ipairs{ CLProximityUnknown, CLProximityImmediate, CLProximityNear, CLProximityFar } do
    local proximityBeacons = {}
    for _, beacon in ipairs(allBeacons) do
      if beacon.proximity == range then table.insert(proximityBeacons, beacon) end
    end
    if #proximityBeacons > 0 then self.beacons[range] = proximityBeacons end
  end
  local near, far = self.beacons[CLProximityNear] or {}, self.beacons[CLProximityFar] or {}
  print("immediate", #(self.beacons[CLProximityImmediate] or {}), "near", #near, "far", #far)
end

controller:viewDidLoad()
geoscript.onFinish(function()
  controller:viewDidDisappear()
  assert(#locationManager.monitoredRegions == 0)
end)
