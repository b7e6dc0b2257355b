local home = CLCircularRegion.new{ latitude = 45.45, longitude = 14.02, radius = 100, identifier = "home" }
