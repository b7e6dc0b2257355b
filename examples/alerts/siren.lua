-- A siren that sounds until somebody acknowledges it, because a device has left its place: a boat, say. The alert
-- comes again every minute until the acknowledgement, or until the device is back.
--
--   geoscript run examples/alerts/siren.lua --from mqtt://broker/owntracks/# --state siren \
--     --alerts 'ntfys://ntfy.example/our-secret-topic?map=1' --channel siren=mqtt://broker/hall/siren/set
--   geoscript alerts ack siren --by Ann --state siren
--
-- With mosquitto_pub: mosquitto_pub -h broker -t owntracks/alerts/siren/ack -m '{"by":"Ann"}'
local place = CLCircularRegion.new{
  identifier = "berth", center = CLLocationCoordinate2DMake(45.4526, 14.0182), radius = 150,
}
local app = {}
local name = geoscript.device.id

function app.didExitRegion()
  geoscript.send("siren", "ON")
  geoscript.alert{
    title = name .. " has left its place", key = "siren", priority = "max", repeatEvery = 60,
    tags = { "rotating_light" },
  }
end

function app.didEnterRegion()
  geoscript.send("siren", "OFF")
  geoscript.resolve("siren", { title = name .. " is back at its place" })
end

-- The alert stays until the device is back, but nobody needs the noise any more.
geoscript.onAcknowledge(function(told)
  geoscript.send("siren", "OFF")
  print(("%s has seen that %s is away"):format(told.by or "somebody", name))
end)

CLLocationManager.new{ delegate = app }:startMonitoringForRegion(place, 20)
