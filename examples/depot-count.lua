-- A fleet with several depots: how many vans are at each, with one instance of the script for each depot.
local depot = geoscript.app{ per = "group" }

local yard = CLCircularRegion.new{
  identifier = "yard", center = CLLocationCoordinate2DMake(45.2764, 13.7198), radius = 200,
}
depot:startMonitoringForRegion(yard, 20)

function depot:didChangeOccupancy(region, inside, van)
  if van and #inside == 1 and van:stateForRegion(region) == CLRegionStateInside then
    geoscript.alert{ title = "First van of " .. depot.name, limit = van.settings.limit }
  end
end

depot:when(function() return geoscript.group.count(yard) < 1 end, { duration = 600, identifier = "empty" }, function()
  geoscript.alert{ title = "No van of " .. depot.name .. " in the yard for ten minutes" }
end)

geoscript.onFinish(function()
  local names = {}
  for i, van in ipairs(depot:devicesInRegion(yard)) do names[i] = van.name end
  print(string.format("%-6s %d of %d: %s", depot.name, #names, #depot.devices, table.concat(names, ", ")))
end)
