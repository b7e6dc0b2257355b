-- Phones with OwnTracks that save power at home: the script sends a phone its region, and the mode that fits where it
-- is. Commands must be allowed in the app («Remote commands»).
--
--   geoscript run examples/alerts/owntracks-modes.lua --from mqtt://broker/owntracks/# --owntracks-waypoints
local home = CLCircularRegion.new{
  identifier = "home", center = CLLocationCoordinate2DMake(45.4526, 14.0182), radius = 150,
}
-- Of OwnTracks: 1 follows significant changes, 2 follows every move.
local significant, move = 1, 2
local app = {}

local function monitor(mode)
  geoscript.owntracks.publish{
    _type = "cmd", action = "setConfiguration", configuration = { _type = "configuration", monitoring = mode },
  }
end

function app.didEnterRegion() monitor(significant) end
function app.didExitRegion() monitor(move) end

CLLocationManager.new{ delegate = app }:startMonitoringForRegion(home)

-- The phone watches the same region itself, so that it wakes up at its edge.
geoscript.owntracks.publish{
  _type = "cmd", action = "setWaypoints", waypoints = { _type = "waypoints", waypoints = {
    { _type = "waypoint", desc = home.identifier, tst = 1780000000, lat = home.center.latitude,
      lon = home.center.longitude, rad = home.radius },
  } },
}
