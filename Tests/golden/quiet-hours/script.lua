-- Out of the house at latitude 1, back at 2; a siren at 3, a note at 4.
local app = {}
function app.didUpdateLocations(_, locations)
  local step, name = math.floor(locations[1].coordinate.latitude + 0.5), geoscript.device.name
  if step == 1 then
    geoscript.alert{ title = name .. " is out", key = "out", repeatEvery = 1800 }
  elseif step == 2 then
    geoscript.resolve("out", { title = name .. " is back" })
  elseif step == 3 then
    geoscript.alert{ title = "Siren", priority = "high" }
  elseif step == 4 then
    geoscript.alert{ title = "Battery low" }
  end
end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
