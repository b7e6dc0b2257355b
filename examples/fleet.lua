-- Many devices, one script: every device runs its own copy, and all copies share one set of fences.
local fences = {}
for identifier, circle in pairs{
  summit = { 45.4589, 14.0139, 120 },
  ["lake bed"] = { 45.7667, 14.3580, 300 },
  ["Rakov bridge"] = { 45.7912, 14.3050, 200 },
  ["village square"] = { 45.2764, 13.7198, 100 },
  ["race mark"] = { 52.8490, 5.3110, 80 },
} do
  fences[#fences + 1] = CLCircularRegion.new{
    identifier = identifier, center = CLLocationCoordinate2DMake(circle[1], circle[2]), radius = circle[3],
  }
end

local app = { metres = 0, visits = 0 }
local manager = CLLocationManager.new{ delegate = app, distanceFilter = 20 }

function app:didEnterRegion(_, region)
  self.visits = self.visits + 1
  geoscript.alert{ title = "Reached the " .. region.identifier, visits = self.visits }
end

function app:didUpdateToLocation(_, new, old)
  if old then
    self.metres = self.metres + new:distanceFromLocation(old)
  end
end

geoscript.onFinish(function()
  print(string.format("%-12s %5.1f km, visits: %d", geoscript.device.id, app.metres / 1000, app.visits))
end)

manager:startMonitoringForRegions(fences, kCLLocationAccuracyNearestTenMeters)
manager:startUpdatingLocation()
