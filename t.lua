for i = 1, 1000000 do local l = CLCircularRegion.new{ center = { latitude = 45, longitude = 14}, radius=100, identifier = "x" } end
