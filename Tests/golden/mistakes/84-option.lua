geoscript.onApproach(CLLocationCoordinate2D(45.45, 14.02), { minutes = 10 }, function(eta) print(eta.seconds) end)
