-- No region is registered here: they come from the command line, and one file more from the script.
local app = {}
function app.didEnterRegion(_, region) geoscript.alert{ title = "in " .. region.identifier } end
function app.didExitRegion(_, region) geoscript.alert{ title = "out of " .. region.identifier } end
local manager = CLLocationManager.new{ delegate = app }
print("from the command line:", #manager.monitoredRegions)
local more = geoscript.readGeoJSON("more.geojson")
manager:startMonitoringForRegions(more, 100)
print("with the script's own:", #manager.monitoredRegions)
for _, region in ipairs(manager.monitoredRegions) do
  print(region.identifier, region.radius, region.center.latitude, region.center.longitude, region.notifyOnExit)
end
