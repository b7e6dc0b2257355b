-- Regions of beacons and ranging: a line of the log, a message of OwnTracks, silence.
local uuid = "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"
local manager = CLLocationManager()
local app = {}

local function list(beacons)
  local words = {}
  for _, b in ipairs(beacons) do
    local distance = string.format("%g m %d dB proximity %d", b.accuracy, b.rssi, b.proximity)
    words[#words + 1] = b.major .. "/" .. b.minor .. " " .. distance
  end
  return #words > 0 and table.concat(words, ", ") or "none"
end

function app:didStartMonitoringForRegion(_, region) print("monitors " .. tostring(region)) end
function app:didEnterRegion(_, region) geoscript.alert{ title = "At " .. region.identifier } end
function app:didExitRegion(_, region) geoscript.alert{ title = "Left " .. region.identifier } end
function app:didDetermineState(_, state, region) print(region.identifier, state == CLRegionStateInside) end
function app:didRangeBeacons(_, beacons, constraint) print(tostring(constraint.major) .. ": " .. list(beacons)) end

manager.delegate = app
manager:startMonitoringForRegion(CLBeaconRegion(uuid, 1, "stable"))
manager:startMonitoringForRegion(CLBeaconRegion.new{ uuid = uuid, identifier = "farm", notifyOnEntry = false })
manager:startRangingBeaconsSatisfyingConstraint(CLBeaconIdentityConstraint(uuid))
geoscript.after(20, function() manager:requestStateForRegion(CLBeaconRegion(uuid, 1, "stable")) end)
