local yard = CLCircularRegion(CLLocationCoordinate2D(45.45, 14.02), 100, "yard")
yard.center = CLLocationCoordinate2D(45.1, 14.0)
