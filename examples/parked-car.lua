-- An alarm for parked cars: GPS wanders, jumps and falls silent all night, and only the one that is towed away rings.
local radius, patience = 50, 30

local alarm = {}

function alarm:didUpdateLocations(manager, locations)
  local spot = locations[#locations]
  if spot.horizontalAccuracy > 20 then return end
  manager:stopUpdatingLocation()
  -- One fix elsewhere is no theft: it has to be away for half a minute, by more than it may be wrong.
  manager:startMonitoringForRegion(CLCircularRegion.new{
    identifier = "parking space", center = spot.coordinate, radius = radius,
    exitDelay = patience, accuracyMode = "contains",
  })
end

function alarm:didExitRegion(_, region)
  geoscript.alert{ title = geoscript.device.name .. " has left its " .. region.identifier }
end

function alarm:didEnterRegion(_, region)
  geoscript.alert{ title = geoscript.device.name .. " is back in its " .. region.identifier }
end

local manager = CLLocationManager.new{ delegate = alarm }
manager:startUpdatingLocation()

geoscript.onFinish(function()
  print(geoscript.device.name .. ": the night is over")
end)
