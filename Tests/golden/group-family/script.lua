local family = geoscript.app{ per = "group" }
local home = CLCircularRegion.new{
  identifier = "home", center = CLLocationCoordinate2DMake(0, 10), radius = 120, exitDelay = 60
}
family:startMonitoringForRegion(home, 20)

local function names(devices)
  local all = {}
  for i, device in ipairs(devices) do all[i] = device.name end
  return table.concat(all, " ")
end

function family:didAppear(device) print("appears", device.name, device.location.coordinate.longitude) end
function family:didEnterRegion(device, region)
  geoscript.alert{ title = device.name .. " comes to " .. region.identifier }
end
function family:didExitRegion(device, region)
  geoscript.alert{ title = device.name .. " leaves " .. region.identifier }
end
function family:didFallSilent(device, since)
  print("silent", device.name, device.isStale, since:timeIntervalSince1970())
end
function family:didChangeOccupancy(region, inside, device, unknown)
  print("occupancy", region.identifier, names(inside), device and device.name,
    names(unknown), geoscript.device and geoscript.device.name)
  self.store.most = math.max(self.store.most or 0, #inside)
  if #inside == 0 and #unknown == 0 then geoscript.alert{ title = "Nobody is home" } end
end
family:when(function()
  local kid = family:device("kid")
  return kid and kid:stateForRegion(home) == CLRegionStateInside and geoscript.group.count(home) == 1
end, { duration = 300, identifier = "alone" }, function()
  geoscript.alert{ title = "The kid is alone" }
end)
geoscript.onFinish(function()
  print("most at home", geoscript.store.most, #family.devices, names(family:devicesInRegion("home")))
end)
