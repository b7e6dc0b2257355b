-- S5: listing 2-1, heading events.
return function(_ENV)
  function app:startHeadingEvents()
    local m = self.manager or CLLocationManager.new{ delegate = self }
    self.manager = m
    m.distanceFilter, m.desiredAccuracy = 1000, kCLLocationAccuracyKilometer
    m:startUpdatingLocation()                    -- needed for true north
    if CLLocationManager:headingAvailable() then
      m.headingFilter = 5                        -- degrees
      m:startUpdatingHeading()
    end
  end
end
