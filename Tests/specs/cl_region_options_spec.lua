-- What a region can be asked for beyond plain crossings, and the manager's say in it.
-- run: --from options.ndjson
local spec = require "spec"
local place = CLLocationCoordinate2DMake(0, 10)
local function circle(identifier) return CLCircularRegion(place, 300, identifier or "depot") end

spec("every option is off unless set", function()
  local region = circle()
  spec.equal(region.enterDelay, 0.0)
  spec.equal(region.exitDelay, 0.0)
  spec.equal(region.dwell, nil)
  spec.equal(region.accuracyMode, "point")
  spec.equal(region.maximumError, math.huge)
  spec.equal(region.minimumAccuracy, nil)
  spec.equal(region.detectsCrossing, false)
  spec.equal(region.altitudes, nil)
  spec.equal(region.schedule, nil)
end)

spec("options can be set by name, and taken back", function()
  local region = CLCircularRegion.new{
    center = place, radius = 300, identifier = "depot", enterDelay = 30, exitDelay = 60, dwell = 600,
    accuracyMode = "clamp", maximumError = 50, minimumAccuracy = 100, detectsCrossing = true,
    altitudes = { min = 0, max = 120 },
  }
  spec.equal({ region.enterDelay, region.exitDelay, region.dwell }, { 30.0, 60.0, 600.0 })
  spec.equal({ region.accuracyMode, region.maximumError, region.minimumAccuracy }, { "clamp", 50.0, 100.0 })
  spec.equal(region.detectsCrossing, true)
  spec.equal(region.altitudes, { min = 0.0, max = 120.0 })
  region.dwell, region.minimumAccuracy, region.altitudes = nil, nil, nil
  spec.equal(region.dwell, nil)
  spec.equal(region.minimumAccuracy, nil)
  spec.equal(region.altitudes, nil)
end)

spec("altitudes may be open at an end", function()
  local region = circle()
  region.altitudes = { max = 50 }
  spec.equal(region.altitudes.min, -math.huge)
  spec.raises("min must not be greater than max", function() region.altitudes = { min = 2, max = 1 } end)
  spec.raises("unknown field 'maximum' in altitudes", function() region.altitudes = { maximum = 1 } end)
  for _, value in ipairs { 5, { 0, 120 } } do
    spec.raises("table of fields expected: write { min = 0, max = 120 }, in meters",
      function() region.altitudes = value end)
  end
end)

spec("a schedule has days, hours and a time zone", function()
  local region = circle()
  region.schedule = { days = { "mon", "Friday" }, from = "08:00", to = "18:30", timeZone = "Asia/Tokyo" }
  spec.equal(region.schedule, { days = { "mon", "fri" }, from = "08:00", to = "18:30", timeZone = "Asia/Tokyo" })
  region.schedule = {}
  spec.equal(region.schedule,
    { days = { "mon", "tue", "wed", "thu", "fri", "sat", "sun" }, from = "00:00", to = "24:00", timeZone = "UTC" })
  spec.raises("table of fields expected", function() region.schedule = { { days = { "mon" } } } end)
  region.schedule = { timeZone = "+05:45" }
  spec.equal(region.schedule.timeZone, "+05:45")
  region.schedule = nil
  spec.equal(region.schedule, nil)
end)

spec("a schedule that is none says why", function()
  local region = circle()
  local function try(schedule) return function() region.schedule = schedule end end
  spec.raises("'funday' is not a day (expected mon, tue, wed, thu, fri, sat, sun)", try{ days = { "funday" } })
  spec.raises("'25:00' is not a time of day", try{ from = "25:00" })
  spec.raises("unknown time zone 'Mars/Olympus'", try{ timeZone = "Mars/Olympus" })
  spec.raises("unknown time zone '../../etc/passwd'", try{ timeZone = "../../etc/passwd" })
  spec.raises("unknown time zone 'Europe'", try{ timeZone = "Europe" })
  spec.raises("unknown field 'day' in a schedule", try{ day = "mon" })
end)

spec("a mode that is none says which there are", function()
  spec.raises("write point, contains or clamp", function() circle().accuracyMode = "exact" end)
end)

spec("maximumSpeed and regionPolicy are the manager's", function()
  local manager = CLLocationManager()
  spec.equal(manager.maximumSpeed, nil)
  manager.maximumSpeed = 50
  spec.equal(manager.maximumSpeed, 50.0)
  manager.maximumSpeed = nil
  spec.equal(manager.maximumSpeed, nil)
  spec.raises("speed above 0 m/s", function() manager.maximumSpeed = 0 end)
  spec.equal(manager.regionPolicy, "guide")
  manager.regionPolicy = "raw"
  spec.equal(manager.regionPolicy, "raw")
  spec.raises("write guide, apple or raw", function() manager.regionPolicy = "android" end)
end)

local calls = {}
local app = {}
local function note(...) calls[#calls + 1] = table.concat({ ... }, " ") end
local began = geoscript.now()
local function at() return tostring(math.floor(geoscript.now() - began)) end
function app.didEnterRegion(_, region) note("enter", region.identifier, at()) end
function app.didExitRegion(_, region) note("exit", region.identifier, at()) end
function app.didDwellInRegion(_, region) note("dwell", region.identifier, at()) end
function app.monitoringDidFailForRegion(_, region, err) note("fail", region.identifier, err.localizedDescription) end
local manager = CLLocationManager.new{ delegate = app }
local delayed = circle "delayed"
delayed.enterDelay, delayed.dwell = 20, 30
manager:startMonitoringForRegion(delayed, 0)
manager:startMonitoringForRegion(circle "plain", 0)
manager.regionPolicy = "apple"
manager:startMonitoringForRegion(circle "apple", 0)
local broken = circle "broken"
broken.exitDelay = -1
manager:startMonitoringForRegion(broken, 0)

spec("the apple policy shows in the region that is watched", function()
  for _, region in ipairs(manager.monitoredRegions) do
    spec.equal(region.enterDelay, ({ apple = 20.0, delayed = 20.0, plain = 0.0 })[region.identifier])
  end
end)

spec.atEnd("delays and dwells are told on time, also without a fix; a bad option fails with a sentence", function()
  spec.equal(calls, {
    "fail broken Region 'broken' must have an exitDelay of 0 s or more, got -1.0.",
    "enter plain 60", "enter apple 80", "enter delayed 80", "dwell delayed 110",
    "exit delayed 200", "exit plain 200", "exit apple 220",
  })
end)
