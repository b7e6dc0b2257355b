-- Prints every fix, so that the order over all sources shows.
local app = {}
function app.didUpdateToLocation(_, new)
  print(string.format("%s %.3f %.3f", geoscript.device.id, new.coordinate.latitude, new.coordinate.longitude))
end
function app.didFailWithError(_, problem) print(geoscript.device.id, problem) end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
geoscript.onFinish(function() print("end", tostring(geoscript.now()), table.concat(geoscript.args, "+")) end)
