-- --json: every delegate call, alert, log and printed line in order, with the fields that the host adds.
-- run: --from output/two.ndjson --json
local app = {}
local manager = CLLocationManager.new{ delegate = app }
function app:didEnterRegion(_, region)
  geoscript.alert{ title = "near " .. region.identifier, body = "at last", tags = { "a", 1, true }, speed = 1.5 }
end
function app:didExitRegion(_, region)
  print("left", region.identifier, geoscript.alert{ title = "left" })
end
function app:didUpdateToLocation(_, new) geoscript.log("info", "fix", new.coordinate.longitude) end
manager:startMonitoringForRegion(
  CLCircularRegion({ latitude = 45, longitude = 14.01 }, 200, "depot"), kCLLocationAccuracyBest)
manager:startUpdatingLocation()
print("line one\nline two", nil, { 1 }, 1.0, 'quote "')
geoscript.onFinish(function() print("the end") end)
