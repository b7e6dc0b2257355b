-- Alerts as text: time, device, title, body, region, place, further fields; an alert that comes too late is dropped.
-- run: --from output/two.ndjson
local app = {}
local manager = CLLocationManager.new{ delegate = app }
function app:didEnterRegion(_, region)
  geoscript.alert{ title = "near " .. region.identifier, body = "two\nlines", speed = 1.5 }
end
function app:didExitRegion()
  print(geoscript.alert{ title = "too late?" }, geoscript.alert{ title = "never too late", late = true })
end
manager:startMonitoringForRegion(
  CLCircularRegion({ latitude = 45, longitude = 14.01 }, 200, "depot"), kCLLocationAccuracyBest)
