-- Two alerts for each way in: one as usual, one that may be late.
local app = {}
function app.didEnterRegion(_, region)
  print("usual", geoscript.alert{ title = "at the " .. region.identifier })
  local title = "at the " .. region.identifier
  print("late", geoscript.alert{ title = title, body = "perhaps late", late = true, n = { 1, 2 } })
end
local manager = CLLocationManager.new{ delegate = app }
manager:startMonitoringForRegion(
  CLCircularRegion.new{ identifier = "depot", center = CLLocationCoordinate2DMake(0, 10), radius = 300 })
