local family = geoscript.app{ per = "group" }
family:when(function() return #family:devices() > 1 end, function() print("two") end)
