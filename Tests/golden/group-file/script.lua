local team = geoscript.app{ per = "group" }
team:startMonitoringForRegion(CLCircularRegion.new{
  identifier = "site", center = CLLocationCoordinate2DMake(0, 10), radius = 100 })

local function names(list)
  local all = {}
  for place, device in ipairs(list) do all[place] = device.name end
  return "[" .. table.concat(all, " ") .. "]"
end
function team:didAppear(device)
  device.store.visits = (device.store.visits or 0) + 1
  print(team.name, device.name .. " appears", device.store.visits)
end
function team:didEnterRegion(device) geoscript.alert{ title = device.name .. " enters" } end
function team:didExitRegion(device) geoscript.alert{ title = device.name .. " exits" } end
function team:didChangeOccupancy(region, inside, device, unknown)
  geoscript.alert{
    title = team.name .. ": " .. names(inside), unknown = names(unknown), cause = device and device.name
  }
end
geoscript.onFinish(function() print(team.name, names(team.devices)) end)
