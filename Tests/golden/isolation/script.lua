-- What a device does wrong depends on its name; every device counts its fixes.
local app, fixes = {}, 0
local kept = {}
function app.didUpdateToLocation(_, new)
  fixes = fixes + 1
  local id = geoscript.device.id
  if id == "fails" then error("at fix " .. fixes) end
  if id == "hangs" then while true do end end
  if id == "hoards" then
    while true do kept[#kept + 1] = string.rep("x", 1000) .. #kept end
  end
  print(id, fixes, string.format("%.1f", new.coordinate.latitude), math.random(1000))
end
local manager = CLLocationManager.new{ delegate = app }
manager:startUpdatingLocation()
if geoscript.device.id == "dies" then manager:startUpdatingLocaton() end
geoscript.onFinish(function() print(geoscript.device.id, "finished", fixes) end)
