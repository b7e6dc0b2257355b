-- Hammerspoon's hs.location (hammerspoon.org/docs/hs.location.html) on Core Location.
--
-- Differences: the fixes come from --from instead of Wi-Fi; regions are reported as soon as a fix proves a crossing.
local location = {}
local manager = CLLocationManager()
local callbacks, objects = {}, {}
-- Whose region it is, by the identifier that the manager knows.
local owners = {}
local legacy = false
local Object = {}
Object.__index = Object
Object.__name = "hs.location"

local statuses = {
  [kCLAuthorizationStatusNotDetermined] = "undefined", [kCLAuthorizationStatusRestricted] = "restricted",
  [kCLAuthorizationStatusDenied] = "denied",
}

-- A locationTable.
local function tableOf(fix)
  if not fix then return nil end
  return {
    latitude = fix.coordinate.latitude, longitude = fix.coordinate.longitude, altitude = fix.altitude,
    horizontalAccuracy = fix.horizontalAccuracy, verticalAccuracy = fix.verticalAccuracy,
    course = fix.course, speed = fix.speed, timestamp = fix.timestamp:timeIntervalSince1970(),
    __luaSkinType = "CLLocation",
  }
end

local function coordinate(place)
  return CLLocationCoordinate2D(place.latitude or 0, place.longitude or 0)
end

-- A regionTable.
local function regionTable(region, identifier)
  return {
    identifier = identifier, latitude = region.center.latitude, longitude = region.center.longitude,
    radius = region.radius, notifyOnEntry = region.notifyOnEntry, notifyOnExit = region.notifyOnExit,
    __luaSkinType = "CLCircularRegion",
  }
end

local function tell(object, message, ...)
  if object and object.fn then object.fn(object, message, ...) end
end

local function pass(message, region, ...)
  local owner = owners[region.identifier]
  if owner then tell(owner.object, message, regionTable(region, owner.identifier), ...) end
end

local function updateService()
  local isTracking = legacy
  for _, object in ipairs(objects) do isTracking = isTracking or object.isTracking end
  if isTracking then manager:startUpdatingLocation() else manager:stopUpdatingLocation() end
end

local app = {}
manager.delegate = app

function app:didUpdateLocations(_, locations)
  local fixes = {}
  for i, fix in ipairs(locations) do fixes[i] = tableOf(fix) end
  local last = fixes[#fixes]
  for _, callback in pairs(legacy and callbacks or {}) do
    local isFar = not callback.last or not callback.distance
      or location.distance(last, callback.last) >= callback.distance
    if isFar then
      callback.last = last
      callback.fn(last)
    end
  end
  for _, object in ipairs(objects) do
    if object.isTracking then tell(object, "didUpdateLocations", fixes) end
  end
end

function app:didFailWithError(_, err)
  for _, object in ipairs(objects) do tell(object, "didFailWithError", err.localizedDescription) end
end

function app:didChangeAuthorizationStatus()
  for _, object in ipairs(objects) do
    tell(object, "didChangeAuthorizationStatus", location.authorizationStatus())
  end
end

function app:monitoringDidFailForRegion(_, region, err)
  pass("monitoringDidFailForRegion", region, err.localizedDescription)
end

function app:didStartMonitoringForRegion(_, region) pass("didStartMonitoringForRegion", region) end
function app:didEnterRegion(_, region) pass("didEnterRegion", region) end
function app:didExitRegion(_, region) pass("didExitRegion", region) end

function location.authorizationStatus()
  return statuses[CLLocationManager.authorizationStatus()] or "authorized"
end

function location.servicesEnabled() return CLLocationManager.locationServicesEnabled() end
location.services_enabled = location.servicesEnabled

function location.get() return tableOf(manager.location) end

-- Meters between two locationTables.
function location.distance(from, to) return geoscript.distance(coordinate(from), coordinate(to)) end

function location.start()
  legacy = true
  updateService()
  return true
end

function location.stop()
  legacy = false
  updateService()
end

function location.register(tag, fn, distance)
  if callbacks[tag] then error("Callback tag '" .. tag .. "' already registered for hs.location.", 2) end
  callbacks[tag] = { fn = fn, distance = distance }
end

function location.unregister(tag) callbacks[tag] = nil end

-- Minutes; an hour everywhere but on Lord Howe.
function location.dstOffset()
  local zone = NSTimeZone.localTimeZone()
  if not zone:isDaylightSavingTimeForDate(NSDate(os.time())) then return 0 end
  return zone.name == "Australia/Lord_Howe" and 30 or 60
end

-- The sun on a day: (latitude, longitude, offset[, date]) or (locationTable, offset[, date]).
local function sun(latitude, longitude, offset, date)
  if type(latitude) == "table" then
    latitude, longitude, offset, date = latitude.latitude, latitude.longitude, longitude, offset
  end
  local day
  if date then
    day = os.time{ year = date.year, month = date.month, day = date.day, hour = 12 }
  else
    day = os.time()
  end
  local zone = NSTimeZone.timeZoneForSecondsFromGMT(offset * 3600)
  return geoscript.sun(CLLocationCoordinate2D(latitude, longitude), NSDate(day), zone)
end

function location.sunrise(...)
  local rise = sun(...).sunrise
  return rise and rise:timeIntervalSince1970() or "N/R"
end

function location.sunset(...)
  local set = sun(...).sunset
  return set and set:timeIntervalSince1970() or "N/S"
end

-- Objects with callbacks of their own.

function location.new()
  local object = setmetatable({ number = #objects + 1, regions = {} }, Object)
  objects[object.number] = object
  return object
end

function Object:callback(fn)
  self.fn = fn
  return self
end

function Object:startTracking()
  self.isTracking = true
  updateService()
  return self
end

function Object:stopTracking()
  self.isTracking = nil
  updateService()
  return self
end

function Object:location() return location.get() end

function Object:distanceFrom(place)
  local here = location.get()
  return here and location.distance(here, place)
end

function Object:addMonitoredRegion(fields)
  local identifier = fields.identifier or "region " .. tostring(math.random(0)):gsub("-", "")
  -- Another object may use the same identifier.
  local isTaken = owners[identifier] and owners[identifier].object ~= self
  local name = isTaken and identifier .. " of " .. self.number or identifier
  local region = CLCircularRegion(coordinate(fields), fields.radius or 0, name)
  owners[name] = { object = self, identifier = identifier }
  if fields.notifyOnEntry ~= nil then region.notifyOnEntry = fields.notifyOnEntry end
  if fields.notifyOnExit ~= nil then region.notifyOnExit = fields.notifyOnExit end
  self.regions[identifier] = region
  manager:startMonitoringForRegion(region)
  return self
end

function Object:removeMonitoredRegion(identifier)
  local region = self.regions[identifier]
  if not region then return false end
  manager:stopMonitoringForRegion(region)
  self.regions[identifier], owners[region.identifier] = nil, nil
  return self
end

function Object:monitoredRegions()
  local regions = {}
  for identifier, region in pairs(self.regions) do regions[#regions + 1] = regionTable(region, identifier) end
  table.sort(regions, function(a, b) return a.identifier < b.identifier end)
  return regions
end

-- The smallest region around the last fix.
function Object:currentRegion()
  local here = location.get()
  local smallest
  for _, region in ipairs(here and self:monitoredRegions() or {}) do
    local isInside = location.distance(here, region) < region.radius
    if isInside and (not smallest or region.radius < smallest.radius) then smallest = region end
  end
  return smallest and smallest.identifier
end

location.geocoder = require "hs.geocoder"
return location
