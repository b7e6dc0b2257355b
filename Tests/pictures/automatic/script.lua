-- Without a map of the script's the picture shows the track, the regions and the alerts.
local manager = CLLocationManager.new{}
manager.delegate = {
  didEnterRegion = function(_, region) geoscript.alert{ title = "At " .. region.identifier } end,
  didExitRegion = function(_, region) geoscript.alert{ title = "Left " .. region.identifier } end,
}
