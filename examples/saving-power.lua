-- The best accuracy on the way, a coarse one at rest: what that saves of the GPS.
local app = {}
local manager = CLLocationManager.new{ delegate = app, desiredAccuracy = kCLLocationAccuracyBest }
local start = geoscript.now()

-- A stay that began has no end yet.
function app:didVisit(_, visit)
  local rests = visit.departureDate == NSDate.distantFuture()
  manager.desiredAccuracy = rests and kCLLocationAccuracyThreeKilometers or kCLLocationAccuracyBest
  print(string.format("%s  %s", geoscript.now(), rests and "at rest: the cells will do" or "on the way: GPS"))
end

manager:startMonitoringVisits()
manager:startUpdatingLocation()

geoscript.onFinish(function()
  local hours = (geoscript.now() - start) / 3600
  print(string.format("GPS was on for %.1f of %.1f hours", geoscript.radioTime().gps / 3600, hours))
end)
