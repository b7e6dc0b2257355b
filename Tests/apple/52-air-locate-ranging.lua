-- AirLocate: APLRangingViewController ranges by regions, and sorts beacons by proximity.
-- https://developer.apple.com/library/archive/samplecode/AirLocate
-- run: --from park.ndjson
local controller = { beacons = {}, rangedRegions = {} }
local supportedProximityUUIDs = { "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0", "5A4BCFCE-174E-4BAC-A814-092E77F6B7E5" }
local titles = { [CLProximityImmediate] = "Immediate", [CLProximityNear] = "Near", [CLProximityFar] = "Far" }

function controller:viewDidLoad()
  self.locationManager = CLLocationManager()
  self.locationManager.delegate = self
  for _, uuid in ipairs(supportedProximityUUIDs) do
    self.rangedRegions[uuid] = { region = CLBeaconRegion(uuid, uuid), beacons = {} }
  end
end

function controller:viewDidAppear()
  for _, uuid in ipairs(supportedProximityUUIDs) do
    self.locationManager:startRangingBeaconsInRegion(self.rangedRegions[uuid].region)
  end
end

function controller:viewDidDisappear()
  for _, uuid in ipairs(supportedProximityUUIDs) do
    self.locationManager:stopRangingBeaconsInRegion(self.rangedRegions[uuid].region)
  end
end

function controller:didRangeBeacons(_, beacons, region)
  self.rangedRegions[region.uuid].beacons = beacons
  self.beacons = {}
  local allBeacons = {}
  for _, uuid in ipairs(supportedProximityUUIDs) do
    local regionResult = self.rangedRegions[uuid].beacons
    table.move(regionResult, 1, #regionResult, #allBeacons + 1, allBeacons)
  end
  for _, range in ipairs{ CLProximityUnknown, CLProximityImmediate, CLProximityNear, CLProximityFar } do
    for _, beacon in ipairs(allBeacons) do
      if beacon.proximity == range then
        self.beacons[range] = self.beacons[range] or {}
        table.insert(self.beacons[range], beacon)
      end
    end
  end
  self:reloadData()
end

function controller:reloadData()
  for _, range in ipairs{ CLProximityUnknown, CLProximityImmediate, CLProximityNear, CLProximityFar } do
    for _, beacon in ipairs(self.beacons[range] or {}) do
      print(titles[range] or "Unknown", string.format("Major: %d, Minor: %d, Acc: %.2fm", beacon.major, beacon.minor,
        beacon.accuracy))
    end
  end
end

controller:viewDidLoad()
controller:viewDidAppear()
geoscript.onFinish(function() controller:viewDidDisappear() end)
