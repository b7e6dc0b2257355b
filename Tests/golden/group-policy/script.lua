-- A key belongs to its group: who leaves first begins it, and whoever of the group comes back ends it.
local family = geoscript.app{ per = "group" }
local home = CLCircularRegion.new{
  identifier = "home", center = CLLocationCoordinate2DMake(0, 10), radius = 120,
}
family:startMonitoringForRegion(home, 20)
function family:didExitRegion(device)
  print(device.name, geoscript.alert{
    title = device.name .. " is out", key = "out", cooldown = 60, repeatEvery = 300, priority = "high",
  })
end
function family:didEnterRegion(device)
  print(device.name, geoscript.resolve("out", { title = device.name .. " is back" }))
end
function family:didChangeOccupancy(_, inside)
  print("sent", geoscript.send("lights", { on = #inside > 0, count = #inside }))
end
geoscript.onAcknowledge(function(told)
  print("acknowledged", told.key, told.by, told.alert ~= nil, geoscript.device and geoscript.device.name)
end)
