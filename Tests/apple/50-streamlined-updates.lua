-- Discover streamlined location updates (WWDC23, 10180): a loop that ends when the device is stationary, and one that
-- https://developer.apple.com/videos/play/wwdc2023/10180
-- goes on in the background while its session lives.
-- run: --from day.ndjson
geoscript.task(function()
  local updates = CLLocationUpdate:liveUpdates()
  local count = 0
  for update in updates do
    count = count + 1
    -- Breaking out of the loop stops the updates.
    if update.isStationary then break end
  end
  print("stationary after", count)
end)

local backgroundActivitySession = CLBackgroundActivitySession()
local fast = 0
geoscript.task(function()
  for update in CLLocationUpdate:liveUpdates(CLLiveUpdateConfigurationFitness) do
    -- In place of filter { … } of a sequence.
    if update.location and update.location.speed > 1 then fast = fast + 1 end
  end
end)
geoscript.onFinish(function()
  backgroundActivitySession:invalidate()
  print("fast", fast)
end)
