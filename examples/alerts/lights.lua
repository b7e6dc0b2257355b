-- The light in the hall is on while somebody is near: messages to a channel, which the command line binds.
--
--   geoscript run examples/alerts/lights.lua --from mqtt://broker/owntracks/# \
--     --channel 'lights=mqtt://broker/home/hall/set?retain=1'
local app = {}

function app.didEnterRegion() geoscript.send("lights", "ON") end
function app.didExitRegion() geoscript.send("lights", { state = "OFF", transition = 30 }) end

CLLocationManager.new{ delegate = app }:startMonitoringForRegion(CLCircularRegion.new{
  identifier = "near home", center = CLLocationCoordinate2DMake(45.4526, 14.0182), radius = 300,
})
