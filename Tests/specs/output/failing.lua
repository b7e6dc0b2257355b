-- A callback that fails is told with device, line and traceback; the copy goes on.
-- run: --from output/two.ndjson
local app = {}
local manager = CLLocationManager.new{ delegate = app }
local function deeper(location) return location.latitude end
function app:didUpdateToLocation(_, new)
  print(geoscript.device.id, new.coordinate.longitude)
  return deeper(new)
end
manager:startUpdatingLocation()
geoscript.after(5, function() error("the timer's mistake") end)
geoscript.after(6, function() geoscript.readGeoJSON("/etc/fences.geojson") end)
geoscript.after(7, function() error({ code = 5 }) end)
geoscript.after(8, function() while true do pcall(string.rep, "x", 10) for _ = 1, 1000 do end end end)
geoscript.onFinish(function() print("finished", geoscript.device.id) end)
