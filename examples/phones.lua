-- Phones that post to a server: who comes home and who leaves, whose battery is low, what else they tell.
local home = CLCircularRegion.new{
  identifier = "home", center = CLLocationCoordinate2DMake(48.85833, 2.295), radius = 150,
}
local app = {}
local manager = CLLocationManager.new{ delegate = app }
local name = geoscript.device.id
local isLow = false

function app.didEnterRegion(_, region) geoscript.alert{ title = name .. " is at " .. region.identifier } end
function app.didExitRegion(_, region) geoscript.alert{ title = name .. " has left " .. region.identifier } end

function app.didUpdateToLocation(_, location)
  local battery = geoscript.device.attributes.batt or geoscript.device.attributes.batteryLevel
  if not battery then return end
  if battery < 20 and not isLow then print(("%s: battery at %d %%"):format(name, battery)) end
  isLow = battery < 20
end

geoscript.onMessage(function(message)
  print(("%s: %s %s"):format(name, message.form, message.type))
end)

manager:startMonitoringForRegion(home)
manager:startUpdatingLocation()
