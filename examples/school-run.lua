-- Two regions and a timer: who left home and is not at school two minutes later is late.
local limit = 2 * 60 -- seconds

local function region(identifier, latitude, longitude)
  return CLCircularRegion.new{
    identifier = identifier, radius = 100, center = CLLocationCoordinate2DMake(latitude, longitude),
  }
end

local app = {}
local departure, timer

function app:didExitRegion(_, place)
  if place.identifier ~= "home" then return end
  departure = geoscript.now()
  timer = geoscript.after(limit, function()
    geoscript.alert{ title = "Late for school", body = "on the way for two minutes" }
  end)
end

function app:didEnterRegion(_, place)
  if place.identifier == "home" then
    geoscript.alert{ title = "Home again" }
  elseif departure then
    timer:cancel()
    local seconds = geoscript.now() - departure
    local body = string.format("%.0f seconds from home", seconds)
    geoscript.alert{ title = "At school", body = body, seconds = seconds }
  end
end

local manager = CLLocationManager.new{ delegate = app }
manager:startMonitoringForRegion(region("home", 45.2734, 13.7141), kCLLocationAccuracyNearestTenMeters)
manager:startMonitoringForRegion(region("school", 45.2764, 13.7198), kCLLocationAccuracyNearestTenMeters)
