-- A fleet in a Slack channel: who drives too fast, at most once in ten minutes for each bus.
--
--   geoscript run examples/alerts/slack-fleet.lua --from mqtt://broker/fleet/# \
--     --alerts 'https://hooks.slack.com/services/T0/B0/X0#template=slack' --group-alerts 1m --quiet-hours 20:00-06:00
--
-- What comes within a minute is one message, and what comes in the night is a digest at six.
local fast = 25 -- m/s, 90 km/h
local app = {}

function app.didUpdateToLocation(_, location)
  if location.speed < fast then return end
  geoscript.alert{
    title = ("%s drives at %.0f km/h"):format(geoscript.device.id, location.speed * 3.6),
    key = "speed", cooldown = 600,
  }
end

CLLocationManager.new{ delegate = app }:startUpdatingLocation()
