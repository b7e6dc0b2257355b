geoscript.every(0, function() end)
