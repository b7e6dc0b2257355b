for _, name in { "home", "work" } do print(name) end
