-- A convoy: each follower watches its distance to the leader, through a location manager of its own.
local convoy = geoscript.app{ per = "run" }
local watch = {}

function watch:didExitRegion(manager, region)
  geoscript.alert{ title = manager.device.name .. " has lost the " .. region.device }
end

function watch:didEnterRegion(manager, region)
  geoscript.alert{ title = manager.device.name .. " is back" }
end

function convoy:didAppear(device)
  if device.name == "leader" then return end
  local manager = device:locationManager()
  manager.delegate = watch
  manager:startMonitoringProximity("leader", 300, 500)
end

geoscript.onFinish(function() print("cars: " .. #convoy.devices) end)
