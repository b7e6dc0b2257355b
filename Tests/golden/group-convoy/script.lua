local convoy = geoscript.app{ per = "group" }
local watch = {}
function watch:didEnterRegion(manager, region)
  geoscript.alert{ title = manager.device.name .. " is back with " .. region.device }
end
function watch:didExitRegion(manager, region)
  geoscript.alert{ title = manager.device.name .. " has lost " .. region.device }
end
function watch:didUpdateLocations(manager, locations)
  if manager.device.store.far == nil and locations[1].coordinate.longitude > 10.1 then
    manager.device.store.far = true
    print("far", manager.device.name, geoscript.device.name)
  end
end
function convoy:didAppear(device)
  local manager = device:locationManager()
  manager.delegate = watch
  if device.name == "leader" then
    manager.distanceFilter = 1000
    manager:startUpdatingLocation()
  else
    manager:startMonitoringProximity("leader", 300, 500)
  end
end
