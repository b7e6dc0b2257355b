-- A script as it was written for Hammerspoon; only the next line is new.
local hs = require "hs"

local watcher = hs.location.new()
watcher:callback(function(_, message, region)
  if message == "didEnterRegion" then
    geoscript.alert{ title = "Arrived: " .. region.identifier }
  elseif message == "didExitRegion" then
    geoscript.alert{ title = "Left: " .. region.identifier }
  end
end)
watcher:addMonitoredRegion{ identifier = "summit", latitude = 45.4589, longitude = 14.0139, radius = 120 }

hs.location.register("every kilometer", function(place)
  hs.location.geocoder.lookupLocation(place, function(state, result)
    print(os.date("!%H:%M", math.floor(place.timestamp)), state and result[1].locality or result)
  end)
end, 1000)
hs.location.start()

local day = { year = 2026, month = 6, day = 21 }
print("sunrise", os.date("!%H:%M", hs.location.sunrise(45.45, 14.03, 2, day)))
