-- Beacons: regions, ranging, and what is seen.
-- run: --from beacons.ndjson
local spec = require "spec"
local UUID = "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"
local ranger, seen = CLLocationManager(), nil
ranger.delegate = { didRangeBeacons = function(_, beacons) seen = seen or beacons[1] end }
ranger:startRangingBeaconsSatisfyingConstraint(CLBeaconIdentityConstraint(UUID, 1))

spec("a region of beacons in all forms of its initializer", function()
  local one = CLBeaconRegion(UUID, 1, 7, "stall")
  spec.equal({ one.uuid, one.major, one.minor, one.identifier }, { UUID, 1, 7, "stall" })
  spec.equal(tostring(one), "CLBeaconRegion (identifier:'stall', uuid:" .. UUID .. ", major:1, minor:7)")
  local some = CLBeaconRegion(UUID:lower(), 1, "stable")
  spec.equal({ some.uuid, some.major, tostring(some.minor), some.identifier }, { UUID, 1, "nil", "stable" })
  local all = CLBeaconRegion(UUID, "farm")
  spec.equal({ tostring(all.major), all.identifier, all.notifyOnEntry }, { "nil", "farm", true })
  local named = CLBeaconRegion.new{ uuid = UUID, major = 1, minor = 7, identifier = "stall", notifyOnExit = false }
  spec.equal({ named.minor, named.identifier, named.notifyOnExit }, { 7, "stall", false })
  named.notifyEntryStateOnDisplay = true
  spec.equal({ named.notifyEntryStateOnDisplay, one.notifyEntryStateOnDisplay }, { true, false })
  local made = CLBeaconRegion(CLBeaconIdentityConstraint(UUID, 3), "third")
  spec.equal({ made.major, made.identifier }, { 3, "third" })
  spec.equal(made.beaconIdentityConstraint, CLBeaconIdentityConstraint(UUID, 3))
  assert(one:isKindOfClass(CLRegion) and not one:containsCoordinate(CLLocationCoordinate2DMake(0, 0)))
  spec.raises("a UUID such as E2C56DB5", function() return CLBeaconRegion("stall", "stall") end)
  spec.raises("a UUID such as E2C56DB5", function() return CLBeaconRegion(UUID, 65536, "stall") end)
  spec.raises("then an identifier", function() return CLBeaconRegion(UUID) end)
end)

spec("constraints", function()
  local constraint = CLBeaconIdentityConstraint(UUID, 1, 7)
  spec.equal({ constraint.uuid, constraint.major, constraint.minor }, { UUID, 1, 7 })
  assert(constraint == CLBeaconIdentityConstraint.new{ uuid = UUID, major = 1, minor = 7 })
  assert(constraint ~= CLBeaconIdentityConstraint(UUID))
  spec.raises("then a major and a minor of 0 to 65535", function() return CLBeaconIdentityConstraint(UUID, -1) end)
end)

spec("a manager monitors and ranges", function()
  local manager = CLLocationManager()
  manager.delegate = { didRangeBeacons = function() end, didEnterRegion = function() end,
    didFailRangingBeaconsForConstraint = function() end }
  local region = CLBeaconRegion(UUID, 1, "stable")
  manager:startMonitoringForRegion(region)
  spec.equal(#manager.monitoredRegions, 1)
  spec.equal(manager.monitoredRegions[1].uuid, UUID)
  manager:stopMonitoringForRegion(region)
  spec.equal(#manager.monitoredRegions, 0)
  assert(CLLocationManager:isRangingAvailable())
  manager:startRangingBeaconsSatisfyingConstraint(CLBeaconIdentityConstraint(UUID))
  manager:startRangingBeaconsInRegion(region)
  spec.equal(#manager.rangedBeaconConstraints, 2)
  assert(manager.rangedBeaconConstraints[2] == region.beaconIdentityConstraint)
  manager:stopRangingBeaconsInRegion(region)
  manager:stopRangingBeaconsSatisfyingConstraint(CLBeaconIdentityConstraint(UUID))
  spec.equal(#manager.rangedBeaconConstraints, 0)
  spec.equal({ CLProximityUnknown, CLProximityImmediate, CLProximityNear, CLProximityFar }, { 0, 1, 2, 3 })
end)

spec.atEnd("a beacon that was seen", function()
  assert(seen:isKindOfClass(CLBeacon))
  spec.equal({ seen.uuid, seen.major, seen.minor, seen.proximity, seen.accuracy, seen.rssi },
    { UUID, 1, 7, CLProximityImmediate, 0.3, -61 })
  spec.equal(seen.timestamp:timeIntervalSince1970(), 1777874405)
  spec.equal(tostring(seen), "CLBeacon (uuid:" .. UUID .. ", major:1, minor:7, proximity:1 +/- 0.30m, rssi:-61)")
end)

spec("names of Objective-C and Swift", function()
  local region, constraint = CLBeaconRegion(UUID, 1, "stable"), CLBeaconIdentityConstraint(UUID, 1)
  spec.equal({ region.UUID, region.proximityUUID, constraint.UUID, CLMonitor.BeaconIdentityCondition(UUID).UUID },
    { UUID, UUID, UUID, UUID })
  local manager = CLLocationManager()
  manager:startRangingBeacons(constraint)
  spec.equal(#manager.rangedBeaconConstraints, 1)
  manager:stopRangingBeacons(constraint)
  spec.equal(#manager.rangedBeaconConstraints, 0)
end)
