local map = MKMapView.new{ frame = CGRectMake(0, 0, 400, 300) }
map:addOverlay(MKCircle(CLLocationCoordinate2DMake(45.4526, 14.0182), 60))
