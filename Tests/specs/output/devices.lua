-- Each device has a copy of its own: globals, modules, random numbers.
-- run: --from output/two.ndjson
visits = rawget(_G, "visits") or 0 -- luacheck: ignore
local counter = require "lib.counter"
local manager
manager = CLLocationManager.new{ delegate = { didUpdateToLocation = function()
  visits = visits + 1 -- luacheck: ignore
  counter.add()
end } }
manager:startUpdatingLocation()
kCLLocationCoordinate2DInvalid.latitude = 0
print(geoscript.device.id, math.random(1000), math.random(1000), kCLLocationCoordinate2DInvalid)
geoscript.onFinish(function() print(geoscript.device.id, visits, counter.count, manager) end) -- luacheck: ignore
