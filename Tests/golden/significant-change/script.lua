-- The standard service runs for the first two hours only.
local manager = CLLocationManager.new{ distanceFilter = 2000, delegate = {
  didUpdateToLocation = function(_, new, old)
    print(string.format("%s  %.0f m", new.timestamp, old and new:distanceFromLocation(old) or 0))
  end,
} }
manager:startMonitoringSignificantLocationChanges()
manager:startUpdatingLocation()
geoscript.after(7200, function() manager:stopUpdatingLocation() end)
