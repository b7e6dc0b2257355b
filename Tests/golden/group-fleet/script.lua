local fleet = geoscript.app{ per = "group" }
fleet:startMonitoringForRegion(CLCircularRegion.new{
  identifier = "depot", center = CLLocationCoordinate2DMake(0, 10), radius = 200
}, 20)
function fleet:didAppear(van) print("appears", van.name, van.group, van.settings.limit, van.settings.owner) end
function fleet:didExitRegion(van, region) print("leaves", van.name) end
function fleet:didChangeOccupancy(region, inside, van, unknown)
  if van and #inside == 1 then
    geoscript.alert{ title = "First at the depot of " .. fleet.name, van = inside[1].name }
  end
  if #inside == 0 and #unknown == 0 then
    geoscript.alert{ title = "Depot " .. fleet.name .. " is empty", by = van and van.name }
  end
end
