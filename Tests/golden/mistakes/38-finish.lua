geoscript.onFinish = function() print("done") end
