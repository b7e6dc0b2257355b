geoscript.after("5 min", function() end)
