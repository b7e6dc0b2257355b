-- The van watches the dog, the dog watches the van at other distances; both tell.
local app = {}
local function tell(what)
  return function(_, region)
    geoscript.alert{ title = what .. " " .. region.device, radius = region.radius, exitRadius = region.exitRadius }
  end
end
app.didEnterRegion, app.didExitRegion = tell("near"), tell("gone from")
function app.monitoringDidFailForRegion(_, region, err) print(region.identifier, err.localizedDescription) end
local manager = CLLocationManager.new{ delegate = app }
local id = geoscript.device.id
if id == "van" then manager:startMonitoringProximity("dog", 100, 150) end
if id == "dog" then
  manager:startMonitoringProximity("van", 300)
  manager:startMonitoringProximity("dog", 100)
  manager:startMonitoringProximity("cat", 0)
  manager:startMonitoringProximity("bird", 10, 5)
  -- a name that begins like another's is another device
  manager:startMonitoringProximity("va", 5000)
end
