-- S4: listing 1-4, register a region.
return function(_ENV)
  function app:registerRegion(circle, identifier)
    if not (CLLocationManager:regionMonitoringAvailable()
        and CLLocationManager:regionMonitoringEnabled()) then
      return false
    end
    local radius = math.min(circle.radius, self.manager.maximumRegionMonitoringDistance)
    local region = CLRegion.new{ center = circle.coordinate, radius = radius, identifier = identifier }
    self.manager:startMonitoringForRegion(region, kCLLocationAccuracyHundredMeters)
    return true
  end
end
