-- Without a source one copy runs for the device «default», until no timer is pending.
-- run: --quiet
local ticks = 0
local timer
timer = geoscript.every(0.01, function()
  ticks = ticks + 1
  if ticks == 3 then timer:cancel() end
end)
geoscript.onFinish(function() print(geoscript.device.id, ticks, timer.isPending) end)
