-- Small circles on and beside the way; one looks only at fixes, one wants to be told of none but stays.
local app = {}
function app.didEnterRegion() end
function app.didExitRegion() end
function app.didDwellInRegion() end
local manager = CLLocationManager.new{ delegate = app }
local degree = 111319.490793
local function watch(identifier, east, radius, options)
  local longitude = 179.9 + east / degree
  local region = CLCircularRegion.new{
    identifier = identifier, radius = radius,
    center = CLLocationCoordinate2DMake(0, longitude > 180 and longitude - 360 or longitude),
  }
  region.detectsCrossing = true
  for name, value in pairs(options or {}) do region[name] = value end
  manager:startMonitoringForRegion(region, 20)
end
watch("first", 1800, 100)
watch("fixes only", 1800, 100, { detectsCrossing = false })
watch("long enough", 5400, 600, { enterDelay = 10 })
watch("too short", 5400, 200, { enterDelay = 10 })
watch("stays", 9000, 900, { dwell = 15 })
watch("meridian", 12600, 300)
watch("unknown way", 19800, 300)
watch("another", 12600, 100)
