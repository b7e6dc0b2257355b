-- Without a map of the script's the picture shows the way, the regions and the alerts.
local places = {
  { identifier = "trailhead", center = CLLocationCoordinate2DMake(45.4526, 14.0182), radius = 150 },
  { identifier = "west ridge", center = CLLocationCoordinate2DMake(45.4612, 14.0040), radius = 150 },
  { identifier = "summit", center = CLLocationCoordinate2DMake(45.4589, 14.0139), radius = 120 },
}

local manager = CLLocationManager.new{}
manager.delegate = {
  didEnterRegion = function(_, region) geoscript.alert{ title = "At the " .. region.identifier } end,
  didExitRegion = function(_, region) geoscript.alert{ title = "Left the " .. region.identifier } end,
}
for _, place in ipairs(places) do
  manager:startMonitoringForRegion(CLCircularRegion.new(place), kCLLocationAccuracyHundredMeters)
end
