-- Each turn of a task is a callback of its own: it may fail, and it may run out of instructions, alone.
local start = geoscript.now()
local function tell(what) print(string.format("%5.1f s  %s", geoscript.now() - start, what)) end

local waiter
geoscript.task(function()
  while true do
    geoscript.sleep(10)
    tell("every ten seconds")
  end
end)
geoscript.task(function()
  local function deep(n)
    if n == 0 then error("it fails") end
    deep(n - 1)
    return n
  end
  geoscript.sleep(5)
  tell("about to fail")
  deep(2)
end)
geoscript.task(function()
  for turn = 1, 3 do
    -- Half of the budget in each turn: together they are over it.
    for _ = 1, 100000 do end
    tell("turn " .. turn .. " has a budget of its own")
    geoscript.sleep(1)
  end
  pcall(function() while true do end end)
  tell("never: the end of a budget cannot be caught")
end)
waiter = geoscript.task(function()
  local _ <close> = setmetatable({}, { __close = function() tell("cancelled: variables are closed") end })
  geoscript.sleep(1e6)
end)
geoscript.task(function()
  geoscript.sleep(25)
  waiter:cancel()
  local placemarks = CLGeocoder():reverseGeocodeLocation(CLLocation(48.8566, 2.3522))
  tell("in " .. placemarks[1].locality)
end)

local app = {}
function app.didUpdateToLocation(_, new)
  geoscript.task(function() tell("a task of the fix at " .. new.coordinate.latitude) end)
  tell("fix at " .. new.coordinate.latitude)
end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
geoscript.onFinish(function() tell("onFinish; the first task still sleeps") end)
