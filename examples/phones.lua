-- Phones that post to a server: who comes home and who leaves, what their batteries say, and a word back to the phone.
local home = CLCircularRegion.new(CLLocationCoordinate2DMake(48.85833, 2.295), 150, "home")
local app = {}
local manager = CLLocationManager.new{ delegate = app }
local name = geoscript.device.id

function app.didEnterRegion(_, region) geoscript.alert{ title = name .. " is at " .. region.identifier } end
function app.didExitRegion(_, region) geoscript.alert{ title = name .. " has left " .. region.identifier } end

function app.didUpdateToLocation(_, location)
  local battery = geoscript.device.attributes.batt or geoscript.device.attributes.batteryLevel
  if battery and battery < 20 then print(("%s: battery at %d %%"):format(name, battery)) end
end

geoscript.onMessage(function(message)
  print(("%s: %s %s"):format(name, message.form, message.type))
end)

manager:startMonitoringForRegion(home)
manager:startUpdatingLocation()
