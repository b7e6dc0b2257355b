-- Says what happens at the fences of a file; the positions that it prints are its own.
local manager = CLLocationManager()

manager.delegate = {
  didUpdateLocations = function(_, locations)
    print(("%.4f"):format(locations[#locations].coordinate.latitude))
  end,
  didEnterRegion = function(_, region)
    geoscript.alert{ title = "in " .. region.identifier, area = region.identifier == "door" and "mine" or nil }
  end,
  didExitRegion = function(_, region) geoscript.alert{ title = "out of " .. region.identifier } end,
}
manager:startUpdatingLocation()
