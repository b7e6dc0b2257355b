local yard = CLCircularRegion(CLLocationCoordinate2D(45.45, 14.02), "0.1 km", "yard")
