-- An anchor watch: drops the anchor at the first good fix and alarms when the boat drags away from it.
--
-- On board, with a receiver at a serial line or a multiplexer in the network:
--   geoscript run examples/anchor-watch.lua --from 'nmea:///dev/ttyUSB0?baud=4800'
--   geoscript run examples/anchor-watch.lua --from udp://:10110
local swing = 60 -- metres that the boat may swing: chain and length

local watch = {}
local manager = CLLocationManager.new{ delegate = watch, desiredAccuracy = kCLLocationAccuracyBest, headingFilter = 5 }

local function metres(from, to)
  return string.format("%.0f m", to:distanceFromLocation(from))
end

function watch:didUpdateLocations(_, locations)
  self.here = locations[#locations]
  if self.anchor or self.here.horizontalAccuracy > 10 then return end
  self.anchor = self.here
  print(os.date("%H:%M:%S") .. "  the anchor is down, and the boat may swing " .. swing .. " m")
  local circle = CLCircularRegion.new{ identifier = "anchor", center = self.anchor.coordinate, radius = swing }
  manager:startMonitoringForRegion(circle)
end

function watch:didExitRegion(_, region)
  if region.identifier ~= "anchor" then return end
  local satellites = geoscript.device.attributes.satellites or "?"
  geoscript.alert{
    title = "The anchor drags",
    body = metres(self.anchor, self.here) .. " away, " .. satellites .. " satellites"
  }
end

function watch:didUpdateHeading(_, heading)
  self.bow = heading.magneticHeading
end

function watch:didFailWithError(_, err)
  geoscript.alert{ title = "No position", body = err.localizedDescription }
end

geoscript.onFinish(function()
  if watch.anchor then
    print(string.format("at the end %s away, the bow at %.0f°", metres(watch.anchor, watch.here), watch.bow or -1))
  end
end)

manager:startUpdatingLocation()
manager:startUpdatingHeading()
