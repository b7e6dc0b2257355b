geoscript.every("5 min", function() print(geoscript.now()) end)
