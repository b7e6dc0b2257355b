-- Standard updates: a line for every 500 metres, cached fixes ignored (listings 1-1 and 1-3 of the guide).
local app = { metres = 0 }

function app:startStandardUpdates()
  self.manager = self.manager or CLLocationManager.new{}
  self.manager.delegate = self
  self.manager.desiredAccuracy = kCLLocationAccuracyKilometer
  self.manager.distanceFilter = 500 -- metres
  self.manager:startUpdatingLocation()
end

function app:didUpdateToLocation(_, new, old)
  local age = math.abs(new.timestamp:timeIntervalSinceNow())
  if age >= 15.0 then return end -- a cached fix: wait for the next
  if old then
    self.metres = self.metres + new:distanceFromLocation(old)
  end
  print(string.format("%s  latitude %+.6f, longitude %+.6f  %4.1f km",
    new.timestamp, new.coordinate.latitude, new.coordinate.longitude, self.metres / 1000))
end

function app:didFailWithError(_, err)
  print("no fix", err.domain, err.code)
end

app:startStandardUpdates()
