-- Handling location updates in the background: a session that is started anew after each launch.
-- https://developer.apple.com/documentation/corelocation/handling-location-updates-in-the-background
-- run: --from background.ndjson --background
local locationManager = CLLocationManager()
locationManager.allowsBackgroundLocationUpdates = true
locationManager.showsBackgroundLocationIndicator = true

local background
local count = 0

local function startLocationUpdates()
  background = CLBackgroundActivitySession()
  geoscript.task(function()
    for update in CLLocationUpdate:liveUpdates("fitness") do
      if update.location then count = count + 1 end
      if count == 4 then break end
    end
    background:invalidate()
    print("updates", count)
  end)
end

startLocationUpdates()
