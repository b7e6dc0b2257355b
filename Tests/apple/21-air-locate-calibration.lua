-- AirLocate: APLCalibrationCalculator ranges a beacon one meter away and means its signal.
-- https://developer.apple.com/library/archive/samplecode/AirLocate
-- run: --from park.ndjson
local calculator = { rangedBeacons = {} }
local locationManager = CLLocationManager()
local region = CLBeaconRegion("E2C56DB5-DFFB-48D2-B060-D0F5A71096E0", 100, 1, "com.apple.AirLocate")

function calculator:performCalibrationWithCompletionHandler(completionHandler)
  locationManager.delegate = self
  locationManager:startRangingBeaconsInRegion(region)
  self.timer = geoscript.after(10 * 60, function()
    locationManager:stopRangingBeaconsInRegion(region)
    if #self.rangedBeacons == 0 then return completionHandler(nil, "No beacons were found") end
    local sample = 0
    for _, beacon in ipairs(self.rangedBeacons) do sample = sample + beacon.rssi end
    completionHandler(sample / #self.rangedBeacons, nil)
  end)
end

function calculator:didRangeBeacons(_, beacons)
  if #beacons > 1 then return end
  if beacons[1] and beacons[1].rssi ~= 0 then table.insert(self.rangedBeacons, beacons[1]) end
end

calculator:performCalibrationWithCompletionHandler(function(measuredPower, error) print(measuredPower, error) end)
geoscript.onFinish(function() assert(#calculator.rangedBeacons > 0) end)
