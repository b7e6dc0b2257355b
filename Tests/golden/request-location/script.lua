-- Asks once at the start, once more from a timer.
local app = {}
function app.didUpdateLocations(manager, locations)
  print("got", #locations, locations[1].coordinate.latitude, locations[1].horizontalAccuracy)
end
function app.didFailWithError(_, problem) print("failed", problem.code == kCLErrorLocationUnknown, problem) end
local manager = CLLocationManager.new{ delegate = app, desiredAccuracy = kCLLocationAccuracyHundredMeters }
manager:requestLocation()
manager:requestLocation()
for _, seconds in ipairs{ 30, 100, 200 } do
  geoscript.after(seconds, function()
    print("asks")
    manager:requestLocation()
  end)
end
