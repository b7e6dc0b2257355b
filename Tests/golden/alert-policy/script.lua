-- A key for each kind of condition; where the device is decides what happens.
local app = {}
local function fire(fields) print(fields.key, geoscript.alert(fields)) end
function app.didUpdateLocations(_, locations)
  local step = math.floor(locations[1].coordinate.latitude + 0.5)
  if step == 1 then
    fire{ title = "Rex is out", key = "rex", cooldown = 600, repeatEvery = 300, repeatMax = 4, priority = "high" }
    fire{ title = "Low battery", key = "battery", cooldown = 3600, percent = 8 }
  elseif step == 2 then
    print("resolve", geoscript.resolve("rex", { title = "Rex is back" }))
    print("resolve again", geoscript.resolve("rex"))
  elseif step == 3 then
    fire{ title = "Battery again", key = "battery", cooldown = 3600, percent = 5 }
  end
end
geoscript.onAcknowledge(function(told) print("acknowledged", told.key, told.alert ~= nil, told.by) end)
local manager = CLLocationManager.new{ delegate = app }
manager:startUpdatingLocation()
