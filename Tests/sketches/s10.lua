-- S10: region structures.
return function(_ENV)
  r = {                                    -- a struct is a table; MKCoordinateRegion(center, span) makes the same
    center = CLLocationCoordinate2DMake(35, 135),
    span   = { latitudeDelta = 0.01, longitudeDelta = 0.01 },
  }
  sameIdea = MKCoordinateRegionMakeWithDistance(r.center, 1000, 1000)   -- metres
end
