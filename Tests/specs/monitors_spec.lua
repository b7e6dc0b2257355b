-- Monitors of conditions. The device begins at home, leaves after 60 s, is back after 120 s, and leaves at 180 s.
-- run: --from monitors.ndjson
local spec = require "spec"
local log, start = {}, geoscript.now()
local home = CLLocationCoordinate2DMake(48, 11)

local monitor = CLMonitor.new("test")
monitor:add(CLMonitor.CircularGeographicCondition(home, 100), "home")
monitor:add(CLMonitor.CircularGeographicCondition.new{ center = home, radius = 300 }, "assumed", "satisfied")
-- A class in a class is called with a dot, as in Swift, or with a colon.
assert(CLMonitor:CircularGeographicCondition(home, 100).radius == 100)
assert(CLMonitor:BeaconIdentityCondition("E2C56DB5-DFFB-48D2-B060-D0F5A71096E0", 7).major == 7)
local work = CLCircularGeographicCondition(CLLocationCoordinate2DMake(48, 11.01), 100)
monitor:addConditionForMonitoring_identifier(work, "work")
monitor:addConditionForMonitoring_identifier_assumedState(work, "removed", CLMonitoringStateUnknown)
monitor:removeConditionFromMonitoringWithIdentifier("removed")
monitor:remove("unknown")
local region = PolygonRegion({
  CLLocationCoordinate2DMake(47.999, 10.999), CLLocationCoordinate2DMake(47.999, 11.001),
  CLLocationCoordinate2DMake(48.001, 11),
}, "field")
region.dwell = 20
monitor:add(region, "stay")

local uuid = "e2c56db5-dffb-48d2-b060-d0f5a71096e0"
monitor:add(CLMonitor.BeaconIdentityCondition(uuid, 1), "desk")
monitor:add(CLBeaconIdentityCondition.new{ uuid = uuid, major = 1, minor = 8 }, "other desk")

geoscript.task(function()
  for event in monitor:events() do
    log[#log + 1] = string.format("%g %s %s", event.date:timeIntervalSinceDate(start), event.identifier, event.state)
  end
end)
local flaw
geoscript.task(function() flaw = select(2, pcall(function() for _ in monitor:events() do break end end)) end)

spec("a monitor knows its conditions", function()
  spec.equal(monitor.name, "test")
  spec.equal(#monitor.identifiers, 6)
  spec.equal(monitor.monitoredIdentifiers[4], "stay")
  local record = monitor:record("home")
  spec.equal(record.condition.center, home)
  spec.equal(record.condition.radius, 100)
  spec.equal(record.lastEvent.state, CLMonitoringStateUnknown)
  spec.equal(monitor:monitoringRecordForIdentifier("assumed").lastEvent.state, CLMonitoringStateSatisfied)
  spec.equal(monitor:record("removed"), nil)
  spec.equal(monitor:record("stay").condition.dwell, 20)
  local beacon = monitor:record("other desk").condition
  spec.equal({ beacon.uuid, beacon.major, beacon.minor }, { uuid:upper(), 1, 8 })
  spec.equal(monitor:record("desk").condition.minor, nil)
  spec.equal({ CLMonitoringStateUnsatisfied, CLMonitoringStateUnmonitored }, { "unsatisfied", "unmonitored" })
end)

spec("mistakes", function()
  spec.raises("the monitor 'test' is open already", CLMonitor.new, "test")
  spec.raises("a name that is not empty expected", CLMonitor, "")
  spec.raises("a radius above 0 m expected, got 0", CLMonitor.CircularGeographicCondition, home, 0)
  local circle = CLMonitor.CircularGeographicCondition
  spec.raises("a place on the earth expected", circle, CLLocationCoordinate2DMake(91, 0), 1)
  spec.raises("CLMonitor.BeaconIdentityCondition or CLRegion expected, got string",
    function() monitor:add("x", "y") end)
  spec.raises("an identifier that is not empty", function() monitor:add(work, "") end)
  spec.raises("a UUID such as", CLMonitor.BeaconIdentityCondition, "desk")
  spec.raises("a UUID such as", CLMonitor.BeaconIdentityCondition, uuid, nil, 7)
  spec.raises("state expected: unknown, satisfied, unsatisfied, unmonitored; got 'inside'",
    function() monitor:add(work, "x", "inside") end)
  spec.raises("only a task can wait", function() for _ in monitor:events() do break end end)
end)

spec.atEnd("one loop takes the events", function()
  local words = tostring(flaw)
  if not words:find("another task waits for the events of monitor 'test'", 1, true) then error(words) end
end)

spec.atEnd("each change is one event, the first if it was not assumed", function()
  spec.equal(log, {
    "0 home satisfied", "0 stay unsatisfied", "0 work unsatisfied",
    "60 assumed unsatisfied", "60 home unsatisfied", "60 work satisfied",
    "120 work unsatisfied", "120 assumed satisfied", "120 home satisfied", "140 stay satisfied",
    "149 desk satisfied", "179 desk unsatisfied",
    "180 assumed unsatisfied", "180 home unsatisfied", "180 stay unsatisfied", "180 work satisfied",
  })
  local last = monitor:record("stay").lastEvent
  spec.equal({ last.conditionLimitExceeded, last.conditionUnsupported }, { false, false })
  spec.equal({ last.accuracyLimited, last.insufficientlyInUse, last.persistenceUnavailable,
    last.serviceSessionRequired, last.refinement }, { false, false, false, false, nil })
  spec.raises("locationManagerDidChangeAuthorization says", function() return last.authorizationDenied end)
  spec.equal(tostring(last), "CLMonitorEvent (identifier:'stay', state:unsatisfied)")
  spec.equal(last:isKindOfClass(CLMonitorEvent) and monitor:record("home"):isKindOfClass(CLMonitorRecord), true)
end)
