local function report() print("done") end
geoscript.after(60, report())
