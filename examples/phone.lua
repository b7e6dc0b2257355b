-- A phone with OwnTracks: alerts at the regions that its user drew on it, a warning before its battery is empty.
-- Live: geoscript run examples/phone.lua --from 'mqtts://user@broker/owntracks/#' --owntracks-waypoints
local app = { isLow = false }
local manager = CLLocationManager.new{ delegate = app }

function app:didEnterRegion(_, region)
  geoscript.alert{ title = geoscript.device.name .. " has come to " .. region.identifier }
end

function app:didExitRegion(_, region)
  geoscript.alert{ title = geoscript.device.name .. " has left " .. region.identifier }
end

function app:didUpdateLocations(_, locations)
  local battery = geoscript.device.attributes.batt
  if not battery then return end
  if battery <= 15 and not self.isLow then
    self.isLow = true
    geoscript.alert{ title = string.format("%s: battery at %.0f %%", geoscript.device.name, battery) }
    -- Over MQTT and HTTP the phone gets this; it answers with where it is.
    geoscript.owntracks.publish{ _type = "cmd", action = "reportLocation" }
  elseif battery > 30 then
    self.isLow = false
  end
end

-- What the phone itself says: that it crossed a region, that the broker lost it.
geoscript.onMessage(function(message)
  if message.type == "transition" then
    print("the phone says: " .. message.event .. " " .. message.desc)
  elseif message.type == "lwt" then
    print("the broker has lost " .. geoscript.device.name)
  end
end)

manager:startUpdatingLocation()
