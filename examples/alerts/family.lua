-- A family's phones: who leaves and who comes home, as a notification with a picture of the way.
--
--   geoscript run examples/alerts/family.lua --from mqtt://broker/owntracks/# --state family \
--     --alerts 'ntfys://ntfy.example/our-secret-topic?map=1&why=1'
local home = CLCircularRegion.new{
  identifier = "home", center = CLLocationCoordinate2DMake(45.4526, 14.0182), radius = 150,
}
local app = {}
local name = geoscript.device.id

function app.didEnterRegion() geoscript.alert{ title = name .. " is home", tags = { "house" } } end

function app.didExitRegion()
  geoscript.alert{ title = name .. " has left home", tags = { "walking" }, priority = "high" }
end

-- A crossing counts 20 m past the edge, so that a phone on the fence does not ring all day.
CLLocationManager.new{ delegate = app }:startMonitoringForRegion(home, 20)
