"""The scripts of kill.py: crossings of fences, with neighbours, places or tasks, devices that stay, and groups."""

SCRIPT = """\
local app = {}
local manager = CLLocationManager.new{ delegate = app }
local store = geoscript.store
local function tell(title)
  store.count = (store.count or 0) + 1
  geoscript.alert{ title = title, count = store.count, at = geoscript.now():timeIntervalSince1970() }
end
function app.didEnterRegion(_, region) tell("into " .. region.identifier) end
function app.didExitRegion(_, region) tell("out of " .. region.identifier) end
geoscript.every(97, function() tell("still here") end)
geoscript.after(130, function() tell("once") end)
geoscript.after(1e6, function() tell("never") end)
%s
"""
OWN_FENCES = """\
for _, region in ipairs(geoscript.readGeoJSON("data/fences.geojson")) do manager:startMonitoringForRegion(region, 20) end
"""
NEIGHBOURS = """\
for n = 0, 79, 9 do
  local other = "d" .. n
  if other ~= geoscript.device.id then manager:startMonitoringProximity(other, 1000, 1500) end
end
"""
# The script reports a crossing when the geocoder has answered; some ask again for the place that was just found.
PLACES = """\
local function ask(region)
  CLGeocoder.new():reverseGeocodeLocation(manager.location, function(places, error)
    tell(region.identifier .. " is at " .. (places and places[1].name or error.code))
  end)
end
app.didEnterRegion = function(_, region) ask(region) end
app.didExitRegion = function(_, region)
  CLGeocoder.new():geocodeAddressString("Paris", function(places)
    tell("out of " .. region.identifier .. ", not to " .. places[1].locality)
    if #region.identifier % 2 == 0 then ask(region) end
  end)
end
"""
# Tasks that loop over the events of a monitor, and sleep; notifications that wait for regions.
WATCHES = """\
local monitor, center = CLMonitor("fences"), UNUserNotificationCenter:current()
for n, region in ipairs(geoscript.readGeoJSON("data/fences.geojson")) do
  if n % 3 == 0 then
    monitor:add(region, region.identifier, "unsatisfied")
  elseif n % 3 == 1 and n < 150 then
    local content = UNMutableNotificationContent()
    content.title = "crosses " .. region.identifier
    center:add(UNNotificationRequest(region.identifier, content, UNLocationNotificationTrigger(region, true)))
  end
end
geoscript.task(function()
  for event in monitor:events() do tell(event.state .. " " .. event.identifier) end
end)
"""
STAYS = """\
local app = {}
local manager = CLLocationManager.new{ delegate = app }
local store = geoscript.store
local function tell(title)
  store.count = (store.count or 0) + 1
  geoscript.alert{ title = title, count = store.count, at = geoscript.now():timeIntervalSince1970() }
end
function app.didEnterRegion(_, region)
  local key = region.identifier
  geoscript.alert{ title = "into " .. key, key = key, cooldown = 900, repeatEvery = 250, repeatMax = 5 }
end
function app.didExitRegion(_, region)
  if not geoscript.resolve(region.identifier) then tell("out of " .. region.identifier) end
end
function app.didDwellInRegion(_, region) tell("still in " .. region.identifier) end
function app.didVisit(_, visit)
  tell(visit.departureDate == NSDate.distantFuture() and "has come" or "has gone")
end
function app.didUpdateLocations(_, list)
  store.far = (store.far or 0) + 1
  if store.far % 10 == 0 then tell("moved on") end
end
for n = 0, 5 do
  manager:startMonitoringForRegion(CLCircularRegion.new{
    center = CLLocationCoordinate2DMake(52.5, 13.4 + 0.02 * n), radius = 200, identifier = "place " .. n,
    enterDelay = 20 * (n % 2), exitDelay = 45, dwell = 400 })
end
-- The profile pauses updates; a filter measures from what came last; a second watch of changes begins later than the
-- first and waits for itself.
local others = CLLocationManager.new{ delegate = { didUpdateLocations = function()
  store.others = (store.others or 0) + 1
  if store.others % 3 == 0 then tell("moved on, for the others") end
end } }
if store.hasOthers then others:startMonitoringSignificantLocationChanges() end
local watcher = CLLocationManager.new{ activityType = CLActivityTypeFitness, delegate = {
  didUpdateLocations = function(_, list)
    store.fixes = (store.fixes or 0) + #list
    if store.fixes % 20 == 0 then tell("fix " .. store.fixes) end
    if store.fixes > 25 and not store.hasOthers then
      store.hasOthers = true
      others:startMonitoringSignificantLocationChanges()
    end
  end,
  locationManagerDidPauseLocationUpdates = function() tell("rests") end,
  locationManagerDidResumeLocationUpdates = function() tell("goes on") end,
} }
watcher:startUpdatingLocation()
local filtered = CLLocationManager.new{ distanceFilter = 430, pausesLocationUpdatesAutomatically = false, delegate = {
  didUpdateLocations = function(_, list)
    store.steps = (store.steps or 0) + #list
    if store.steps % 7 == 0 then tell("step " .. store.steps) end
  end,
} }
filtered:startUpdatingLocation()
manager:startMonitoringVisits()
manager:startMonitoringSignificantLocationChanges()
local number = tonumber(geoscript.device.id:sub(2))
manager:startMonitoringProximity("s" .. (number + 1) % 6, 500, 900, 300)
"""
# A script for each group, of which all that it must keep shows in its alerts.
GROUPS = """\
local app = geoscript.app{ per = "group" }
local store = app.store
local function tell(title)
  store.count = (store.count or 0) + 1
  geoscript.alert{
    title = title, count = store.count, dice = math.random(1000000), at = geoscript.now():timeIntervalSince1970() }
end
local fences = {}
for n, region in ipairs(geoscript.readGeoJSON("data/fences.geojson")) do
  if n % 4 == 0 then
    region.dwell, region.exitDelay = 40, n % 3 * 15
    fences[#fences + 1] = region
    app:startMonitoringForRegion(region, 20)
  end
end
local function names(list)
  local all = {}
  for place, device in ipairs(list) do all[place] = device.name end
  return table.concat(all, " ")
end
local function later() tell("later") end
geoscript.after(math.huge, later, { identifier = "later" })
function app:didEnterRegion(device, region)
  device.store.visits = (device.store.visits or 0) + 1
  tell(device.name .. " into " .. region.identifier .. ", visit " .. device.store.visits)
  geoscript.after(33, later, { identifier = "later" })
end
function app:didExitRegion(device, region) tell(device.name .. " out of " .. region.identifier) end
function app:didDwellInRegion(device, region) tell(device.name .. " stays in " .. region.identifier) end
function app:didChangeOccupancy(region, inside, device, unknown)
  if #inside > 0 or region == fences[1] then
    tell(region.identifier .. ": " .. names(inside) .. "; unknown: " .. #unknown)
  end
end
function app:didFallSilent(device) tell(device.name .. " is silent") end
local near = {}
function near:didEnterRegion(manager, region)
  -- It hears of the fences, too.
  if pcall(function() return region.device end) then tell(manager.device.name .. " is near " .. region.device) end
end
local function follow(device)
  local manager = device:locationManager()
  manager.delegate = near
  manager:startMonitoringProximity(device.store.follows, 9000, 10000)
  manager:startUpdatingLocation()
end
function app:didAppear(device)
  if device.name:find("8$") then device.staleAfter = 25 end
  for _, other in ipairs(app.devices) do
    if other.name ~= device.name and not device.store.follows then
      device.store.follows = other.name
      follow(device)
    end
  end
end
for _, device in ipairs(app.devices) do
  if device.store.follows then follow(device) end
end
for place = 1, #fences, 5 do
  app:when(function() return geoscript.group.count(fences[place]) >= 1 end, { duration = 2 * place }, function()
    tell("somebody is in " .. fences[place].identifier)
  end)
end
app:when(function() return #app.devices > 0 and geoscript.group.none(fences[1]) end,
  { duration = 31, identifier = "nobody" }, function() tell("nobody") end)
geoscript.every(97, function() tell("still here") end)
"""
