-- The same circle of 300 m and buffer of 20 m as point, contains, clamp, with a limit on accuracy and with altitudes.
local app = {}
function app.didEnterRegion() end
function app.didExitRegion() end
local manager = CLLocationManager.new{ delegate = app }
local function watch(identifier, options)
  local region = CLCircularRegion.new{
    identifier = identifier, center = CLLocationCoordinate2DMake(0, 10), radius = 300,
  }
  for name, value in pairs(options) do region[name] = value end
  manager:startMonitoringForRegion(region, 20)
end
watch("point", { accuracyMode = "point" })
watch("contains", { accuracyMode = "contains" })
watch("clamp", { accuracyMode = "clamp", maximumError = 50 })
watch("good fixes", { minimumAccuracy = 60 })
watch("low", { altitudes = { min = 0, max = 120 } })
