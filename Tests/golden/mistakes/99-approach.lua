geoscript.onApproach(CLLocationCoordinate2D(14.02, 45.45), { within = 600 }, function(eta) geoscript.alert{ title = "soon" } end)
