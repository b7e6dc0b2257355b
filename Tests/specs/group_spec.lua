local app = geoscript.app{ per = "group" }
-- run: --from group.ndjson --stale-after 60 --settings group.csv
local spec = require "spec"

local center = CLLocationCoordinate2DMake(0, 10)
local home = CLCircularRegion.new{ identifier = "home", center = center, radius = 100, dwell = 30 }
app:startMonitoringForRegion(home, 10)
app:startMonitoringForRegion(CLCircularRegion.new{ identifier = "gone", center = center, radius = 50 })
app:stopMonitoringForRegion("gone")

local log = {}
local function note(...) log[#log + 1] = table.concat({ ... }, " ") end
function app:didAppear(device) note("appear", device.name) end
function app:didEnterRegion(device, region) note("enter", device.name, region.identifier) end
function app:didExitRegion(device, region) note("exit", device.name, region.identifier) end
function app:didDwellInRegion(device, region) note("dwell", device.name, region.identifier) end
function app:didFallSilent(device) note("silent", device.name, tostring(device.isStale)) end
function app:didChangeOccupancy(region, inside, device, unknown)
  note("occupancy", #inside, device and device.name or "-", #unknown)
end
app:when(function() return geoscript.group.count(home) >= 1 end, { duration = 10, identifier = "some" },
  function() note("some") end)

spec("what the app has", function()
  spec.equal(app.name, "default")
  spec.equal(#app.monitoredRegions, 1)
  spec.equal(app:device("nobody"), nil)
  spec.equal(type(app.didAppear), "function")
  spec.equal(geoscript.store == app.store, true)
  spec.equal(tostring(GroupApp) .. tostring(GroupDevice), "GroupAppGroupDevice")
end)

spec("mistakes", function()
  local function fails(words, f, ...)
    local ok, message = pcall(f, ...)
    spec.equal(ok, false)
    spec.equal(tostring(message):find(words, 1, true) ~= nil, true, tostring(message))
  end
  fails("does not monitor region 'gnoe'", app.devicesInRegion, app, "gnoe")
  fails("0 or more seconds", app.when, app, print, { duration = -1 }, print)
  fails("unknown option", app.when, app, print, { durtion = 1 }, print)
  fails("identifier 'some' is taken", app.when, app, print, { identifier = "some" }, print)
  fails("several devices", function() return geoscript.device end)
  fails("locationManager()", CLLocationManager.new)
  fails("seconds above 0", function() app:device("anna").staleAfter = 0 end)
end)

spec.atEnd("what happened", function()
  -- A device that only turns out to be inside gets no dwell; ben is silent for exactly a minute.
  spec.equal(table.concat(log, "; "), table.concat({
    "appear anna", "occupancy 1 - 1", "appear ben", "occupancy 1 - 0", "some", "enter ben home", "occupancy 2 ben 0",
    "exit anna home", "occupancy 1 anna 0", "dwell ben home", "silent ben true", "occupancy 0 ben 1",
    "occupancy 1 ben 0", "silent anna true", "occupancy 1 anna 1",
  }, "; "))
end)

spec.atEnd("what a device has", function()
  local anna, ben = app:device("anna"), app:device("ben")
  spec.equal(anna.id, "anna")
  spec.equal(anna.group, "default")
  spec.equal(tostring(ben), "ben")
  spec.equal(ben.location.coordinate.longitude, 10)
  spec.equal(anna.staleAfter, 60)
  spec.equal(anna.settings.limit, 80)
  spec.equal(anna.battery, 45)
  spec.equal(anna.attributes.batt, 45)
  anna.store.seen = true
  spec.equal(anna.store.seen, true)
  spec.equal(ben.store.seen, nil)
  spec.equal(ben:stateForRegion("home"), CLRegionStateInside)
  spec.equal(#app.devices, 2)
  spec.equal(geoscript.group.all(home), false)
  spec.equal(geoscript.group.none(home), false)
  local manager = ben:locationManager()
  spec.equal(manager.device == ben, true)
  spec.equal(manager.location.coordinate.longitude, 10)
end)
