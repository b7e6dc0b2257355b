-- Monitoring the user's proximity to geographic regions: listings 1 and 2.
-- https://developer.apple.com/documentation/corelocation/monitoring-the-user-s-proximity-to-geographic-regions
-- run: --from park.ndjson
local app = { entered = {} }
local locationManager = CLLocationManager()
locationManager.delegate = app

function app:monitorRegionAtLocation(center, identifier)
  if CLLocationManager:isMonitoringAvailableForClass(CLCircularRegion) then
    local maxDistance = math.min(200, locationManager.maximumRegionMonitoringDistance)
    local region = CLCircularRegion(center, maxDistance, identifier)
    region.notifyOnEntry = true
    region.notifyOnExit = false
    locationManager:startMonitoringForRegion(region)
  end
end

function app:triggerTaskAssociatedWithRegionIdentifier(identifier) table.insert(self.entered, identifier) end

function app:didEnterRegion(_, region)
  if region:isKindOfClass(CLCircularRegion) then
    self:triggerTaskAssociatedWithRegionIdentifier(region.identifier)
  end
end

function app:didExitRegion() error("no exit was asked for") end

app:monitorRegionAtLocation(CLLocationCoordinate2D(37.3346, -122.0090), "Apple Park")
geoscript.onFinish(function()
  print(table.concat(app.entered, ", "))
  assert(#app.entered == 1 and #locationManager.monitoredRegions == 1)
end)
