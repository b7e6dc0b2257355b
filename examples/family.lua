-- One script for the whole family: who comes and goes, and when the kid has been alone for five minutes.
local family = geoscript.app{ per = "group" }

local home = CLCircularRegion.new{
  identifier = "home", center = CLLocationCoordinate2DMake(45.2764, 13.7198), radius = 120, exitDelay = 60,
}
family:startMonitoringForRegion(home, 20)

function family:didEnterRegion(device, region)
  geoscript.alert{ title = device.name .. " is at " .. region.identifier }
end

function family:didFallSilent(device, since)
  local time = os.date("!%H:%M", since:timeIntervalSince1970())
  geoscript.alert{ title = "Nothing from " .. device.name .. " since " .. time }
end

-- A phone that has sent nothing yet, or nothing for long, may be anywhere: it is in `unknown`, not outside.
function family:didChangeOccupancy(region, inside, device, unknown)
  if #inside == 0 and #unknown == 0 then
    geoscript.alert{ title = "Nobody is at " .. region.identifier }
  end
end

family:when(function()
  local kid = family:device("kid")
  return kid ~= nil and kid:stateForRegion(home) == CLRegionStateInside and geoscript.group.count(home) == 1
end, { duration = 300, identifier = "alone" }, function()
  geoscript.alert{ title = "The kid has been alone for five minutes" }
end)
