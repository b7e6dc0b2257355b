local road = CorridorRegion.new{ identifier = "road", path = { { 45.0, 14.0 }, { 45.1, 14.0 } }, width = 50 }
