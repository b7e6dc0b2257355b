-- A row for each fix, one at the end, and rows of a table that no option names.
local app, last, meters = {}, nil, 0

function app.didUpdateToLocation(_, new)
  if last then meters = meters + new:distanceFromLocation(last) end
  last = new
  geoscript.row("trips", { meters = math.floor(meters), place = 'at "home", ' .. geoscript.device.fileName })
  geoscript.row("nowhere", { meters = meters })
  geoscript.row("stops", { time = new.timestamp, at = { new.coordinate.latitude, new.coordinate.longitude } })
end

geoscript.onFinish(function()
  geoscript.row("trips", { meters = math.floor(meters), final = true })
end)
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
