-- S31: region crossing (Guide 1, no listing).
return function(_ENV)
  function app:didEnterRegion(manager, region) print("near", region.identifier) end
  function app:didExitRegion(manager, region) print("left", region.identifier) end
  function app:monitoringDidFailForRegion(manager, region, err)
    if err.code == kCLErrorRegionMonitoringFailure then print("no room for", region.identifier) end
  end
end
