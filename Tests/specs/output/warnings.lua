-- Names that nearly are what the host calls are warned of, once.
-- run: --from output/two.ndjson
local app = {}
local manager = CLLocationManager.new{ delegate = app }
function app:didEnterRegoin() end
function app:didUpdateLocation() end
function app:helper() end
geoscript.after(1, function() manager.delegate = { didExitRegin = function() end } end)
local Depot = NSObject:subclass("Depot")
Depot().isKindOfClas = 1
