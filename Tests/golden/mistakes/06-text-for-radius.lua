local home = CLCircularRegion.new{ center = CLLocationCoordinate2DMake(45.45, 14.02), radius = "100", identifier = "home" }
