-- An app in the background: its updates stop with its ten seconds, its regions wake it, and after a quarter of an
-- hour of sleep it is launched afresh.
local wakes, app = 0, {}
local function state()
  return geoscript.appState .. (geoscript.launchOptions.location and " after a launch for a location" or "")
end
print("launched:", state())
local function crossed(what)
  return function(_, region)
    wakes = wakes + 1
    geoscript.alert{ title = what .. " " .. region.identifier, wakes = wakes, state = state() }
    geoscript.after(8, function() print("eight seconds later", geoscript.appState) end)
    geoscript.after(60, function() print("a minute later", geoscript.appState) end)
  end
end
app.didEnterRegion, app.didExitRegion = crossed("enter"), crossed("exit")
function app.didUpdateLocations(_, locations) print("update", #locations, geoscript.appState) end
local manager = CLLocationManager.new{ delegate = app }
manager:startMonitoringForRegion(CLCircularRegion({ latitude = 45, longitude = 14 }, 100, "home"), 0)
manager:startUpdatingLocation()
