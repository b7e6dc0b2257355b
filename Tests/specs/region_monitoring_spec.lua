-- Region monitoring: the manager's region methods and the delegate's region functions.
local spec = require "spec"
local calls = {}
local function note(...) calls[#calls + 1] = table.concat({ ... }, " ") end

local app = {}
function app:didEnterRegion(_, region) note("enter", region.identifier) end
function app:didExitRegion(_, region) note("exit", region.identifier) end
function app:didStartMonitoringForRegion(_, region) note("start", region.identifier) end
function app:didDetermineState(_, state, region) note("state", state, region.identifier) end
function app:monitoringDidFailForRegion(_, region, err) note("fail", region.identifier, err.code) end

local manager = CLLocationManager.new{ delegate = app }
local function circle(identifier, longitude, radius)
  return CLCircularRegion({ latitude = 45, longitude = longitude }, radius or 200, identifier)
end

manager:startMonitoringForRegion(circle("here", 14), 10)
manager:startMonitoringForRegion_desiredAccuracy(circle("there", 14.01), 10)
manager:startMonitoringForRegions({ circle("east", 14.03), circle("never", 15) }, 10)
manager:startMonitoringForRegion(circle("stopped", 14.02))
manager:requestStateForRegion(circle("here", 14))

spec("monitoredRegions has all, by identifier", function()
  local names = {}
  for i, region in ipairs(manager.monitoredRegions) do names[i] = region.identifier end
  spec.equal(names, { "east", "here", "never", "stopped", "there" })
  spec.equal(#CLLocationManager().monitoredRegions, 5)
end)

spec("any manager may stop a region, also with another object of that identifier", function()
  CLLocationManager():stopMonitoringForRegion(circle("stopped", 0, 1))
  spec.equal(manager.monitoredRegions:count(), 4)
end)

spec("the same identifier replaces the earlier region", function()
  manager:startMonitoringForRegion(circle("never", 15, 300), 10)
  spec.equal(manager.monitoredRegions:count(), 4)
end)

spec("maximumRegionMonitoringDistance has no limit on the default phone", function()
  spec.equal(manager.maximumRegionMonitoringDistance, CLLocationDistanceMax)
end)

spec("what is no region says so", function()
  spec.raises("bad argument #1 to 'startMonitoringForRegion' (CLRegion expected, got table)", function()
    manager:startMonitoringForRegion({ identifier = "x" }, 10)
  end)
  spec.raises("bad argument #1 to 'startMonitoringForRegions' (element 2: CLRegion expected, got number)",
    function() manager:startMonitoringForRegions({ circle("x", 1), 5 }, 10) end)
end)

spec.atEnd("RG-12: inside at registration makes no event; crossings do, exits before enters", function()
  local crossings = {}
  for _, call in ipairs(calls) do
    if call:find("^enter") or call:find("^exit") then crossings[#crossings + 1] = call end
  end
  -- The way out of "east" fell into the time without location services: nothing is made up for it.
  spec.equal(crossings, { "exit here", "enter there", "exit there", "enter east" })
end)

spec.atEnd("requestStateForRegion is answered by the first fix", function()
  local found
  for _, call in ipairs(calls) do if call == "state " .. CLRegionStateInside .. " here" then found = true end end
  spec.equal(found, true)
end)

spec.atEnd("didStartMonitoringForRegion tells of each region that is watched", function()
  local started = 0
  for _, call in ipairs(calls) do if call:find("^start ") then started = started + 1 end end
  spec.equal(started >= 4, true)
end)

spec.atEnd("regions do not dwell unless asked to, and none failed", function()
  for _, call in ipairs(calls) do spec.equal(call:find("^dwell") or call:find("^fail"), nil) end
end)
