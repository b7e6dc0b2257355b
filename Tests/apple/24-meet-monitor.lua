-- Meet Core Location Monitor (WWDC23, 10147): conditions that are assumed, and a record that says what was last.
-- https://developer.apple.com/videos/play/wwdc2023/10147
-- run: --from park.ndjson
local monitor = CLMonitor("iHeartMonitor")
local work = CLMonitor.CircularGeographicCondition(CLLocationCoordinate2D(37.3346, -122.0090), 200)
local beacon = CLMonitor.BeaconIdentityCondition("E2C56DB5-DFFB-48D2-B060-D0F5A71096E0", 100, 2)

geoscript.task(function()
  monitor:add(work, "Work", "unsatisfied")
  monitor:add(beacon, "Printer", "unsatisfied")
  assert(#monitor.identifiers == 2)
  for event in monitor:events() do
    if event.state == CLMonitoringStateSatisfied then
      print("arrived", event.identifier)
    elseif event.state == CLMonitoringStateUnsatisfied then
      print("left", event.identifier)
    end
  end
end)

geoscript.onFinish(function()
  local record = monitor:record("Work")
  print(record.condition.radius, record.lastEvent.state)
  monitor:remove("Work")
  assert(monitor:record("Work") == nil and #monitor.identifiers == 1)
end)
