-- Home Assistant: where everybody is, who is at the playground, and an event for whoever stays there a quarter of an
-- hour. The zones are polygons.
--
--   geoscript run examples/alerts/home-assistant.lua --from mqtt://broker/owntracks/# --state family \
--     --alerts homeassistant+mqtt://broker
local function place(latitude, longitude) return CLLocationCoordinate2DMake(latitude, longitude) end
local app = {}
local manager = CLLocationManager.new{ delegate = app }

function app.didDwellInRegion(_, region)
  geoscript.alert{ title = geoscript.device.id .. " stays at the " .. region.identifier }
end

manager:startMonitoringForRegion(PolygonRegion.new{
  identifier = "trailhead", dwell = 900,
  coordinates = { place(45.4510, 14.0160), place(45.4510, 14.0205), place(45.4545, 14.0205), place(45.4545, 14.0160) },
})
manager:startMonitoringForRegion(PolygonRegion.new{
  identifier = "summit", dwell = 300,
  coordinates = { place(45.4575, 14.0120), place(45.4575, 14.0160), place(45.4605, 14.0160), place(45.4605, 14.0120) },
})
