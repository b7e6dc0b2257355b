-- Everything due at or before an event fires before it, in the order of due time, then of creation.
local start = geoscript.now()
local function tell(what) print(string.format("%5.1f s  %s", geoscript.now() - start, what)) end
geoscript.after(10, function() tell("after 10, made first") end)
geoscript.after(10, function() tell("after 10, made second") end)
geoscript.after(4, function()
  tell("after 4")
  geoscript.after(0, function() tell("after 0 within it") end)
  geoscript.after(6, function() tell("after 6 within it: due with the tens, made last") end)
end)
local ticks = 0
local ticker
ticker = geoscript.every(7.5, function()
  ticks = ticks + 1
  tell("tick " .. ticks .. ", os.time " .. os.time())
  if ticks == 3 then
    ticker:cancel()
    ticker:cancel()
  end
end)
local never = geoscript.after(12, function() tell("never") end)
geoscript.after(11, function() never:cancel() end)
geoscript.after(39.5, function() tell("between the last fix and the end of all input") end)
geoscript.after(1000, function() tell("never: after the end") end)
geoscript.onFinish(function() tell("first onFinish, still pending: " .. tostring(ticker.isPending)) end)
geoscript.onFinish(function() tell("second onFinish") end)
local app = {}
function app.didUpdateToLocation(_, new) tell("fix at " .. new.coordinate.latitude) end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
