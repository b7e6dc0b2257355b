-- S29: viewDidLoad (note).
return function(_ENV)
  function viewDidLoad()
    map.delegate, map.showsUserLocation = mapDelegate, true
    local known = map.userLocation.location      -- may be nil; userLocation itself never is
    local center = known and known.coordinate or CLLocationCoordinate2DMake(35, 135)
    map:setRegion(MKCoordinateRegionMake(center, MKCoordinateSpanMake(0.01, 0.01)), false)
    map.userTrackingMode = MKUserTrackingModeFollow
  end
end
