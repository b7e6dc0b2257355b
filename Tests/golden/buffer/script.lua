-- One circle three times, with three buffers, beside the same circle asked for by its state.
local app = {}
function app.didStartMonitoringForRegion() end
function app.didEnterRegion(manager, region) print("in", region.identifier, manager.location.coordinate.longitude) end
function app.didExitRegion(manager, region) print("out", region.identifier, manager.location.coordinate.longitude) end
function app.didDetermineState(_, state, region) print("state", region.identifier, state) end
local manager = CLLocationManager.new{ delegate = app }
for _, buffer in ipairs{ 100, 20, -1, 0 } do
  local region = CLCircularRegion.new{
    identifier = "buffer " .. buffer, center = CLLocationCoordinate2DMake(0, 10), radius = 200,
  }
  manager:startMonitoringForRegion(region, buffer)
  manager:requestStateForRegion(region)
end
