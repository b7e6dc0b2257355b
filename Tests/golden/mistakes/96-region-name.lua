local family = geoscript.app{ per = "group" }
family:startMonitoringForRegion(CLCircularRegion(CLLocationCoordinate2D(45.45, 14.02), 100, "yard"))
family:when(
  function() return geoscript.group.count("yard") > 0 and family:device("rex"):stateForRegion("yrad") == CLRegionStateInside end,
  {}, function() print("in the yard") end)
