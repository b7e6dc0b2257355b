-- First in, last out: who unlocks the workshop in the morning, and who locks up.
local workshop = geoscript.app{ per = "group" }

workshop:startMonitoringForRegion(CLCircularRegion.new{
  identifier = "workshop", center = CLLocationCoordinate2DMake(45.2764, 13.7198), radius = 120,
}, 20)

-- `device` is nil when a phone only turns out to be there, so nobody has unlocked anything.
function workshop:didChangeOccupancy(region, inside, device, unknown)
  if device == nil then return end
  local isIn = device:stateForRegion(region) == CLRegionStateInside
  if isIn and #inside == 1 then
    geoscript.alert{ title = device.name .. " opens the " .. region.identifier }
  elseif not isIn and #inside == 0 and #unknown == 0 then
    geoscript.alert{ title = device.name .. " is the last one out: lock up" }
  end
end
