-- run: --from proximity.ndjson
-- Two devices that watch each other's distance.
local spec = require "spec"
local calls = {}
local app = {}
local last
local function note(what, region)
  calls[#calls + 1] = what .. " " .. region.identifier
  last = region
end
function app:didEnterRegion(_, region) note("enter", region) end
function app:didExitRegion(_, region) note("exit", region) end
local manager = CLLocationManager.new{ delegate = app }
local isVan = geoscript.device.id == "van"
manager:startMonitoringProximity(isVan and "dog" or "van", 100, 150, 60)
if not isVan then manager:stopMonitoringProximity("van") end

spec.atEnd("a pair comes near and goes; one that stopped hears nothing", function()
  spec.equal(calls, isVan and { "enter proximity:dog", "exit proximity:dog" } or {})
end)

spec.atEnd("the region says what was asked for", function()
  if not isVan then return end
  spec.equal(ProximityRegion.is(last), true)
  spec.equal({ last.device, last.radius, last.exitRadius, last.maximumAge }, { "dog", 100, 150, 60 })
  spec.equal(last.center.longitude, 14)
end)
