geoscript.after(60, function() print(geoscript.device.location.coordinate.latitude) end)
