-- Prints every fix with the attributes of its device, and every message.
local app = {}
function app.didUpdateToLocation(_, new)
  local at = geoscript.device.attributes
  print(string.format("%s %.3f %s %s %s", geoscript.device.id, new.coordinate.latitude, tostring(at.heartRate),
    tostring(at.cadence), tostring(at.activity)))
end
function app.didFailWithError(_, problem) print(geoscript.device.id, problem) end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
geoscript.onMessage(function(message)
  print(geoscript.device.id, message.form, message.type, tostring(message.total_distance))
end)
