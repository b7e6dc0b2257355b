local guards = geoscript.app{ per = "run" }
guards:startMonitoringForRegion(CLCircularRegion.new{
  identifier = "site", center = CLLocationCoordinate2DMake(0, 10), radius = 100
})
guards:when(function() return geoscript.group.count("site") < 2 end,
  { duration = 600, identifier = "guards" }, function()
  geoscript.alert{ title = "Fewer than two guards for ten minutes", present = geoscript.group.count("site") }
end)
guards:when(function() return geoscript.group.none("site") end, nil, function() print("none") end)
guards:when(function() return geoscript.group.all("site") end, nil, function() print("all") end)
guards:when(function() return nil end, nil, function() print("never") end)
guards:when(function() return guards:device("guard-3").location.speed > 0 end, nil, function() print("never") end)
guards:when(function() geoscript.alert{ title = "no" } return true end, nil, function() print("never") end)
guards:when(function() guards.store.x = 1 return true end, nil, function() print("never") end)
print(pcall(function() return geoscript.device end))
print(pcall(CLLocationManager.new))
print(pcall(guards.devicesInRegion, guards, "sight"))
print(#guards.devices, guards.devices[1].name, guards.devices[1].location, guards:device("guard-9"))
geoscript.onFinish(function() print("finished once", geoscript.group.count("site")) end)
