-- CLLocationManager: updates, settings, availability, and its place in the delegate's calls.
local spec = require "spec"
local calls = {}
local function note(name) calls[#calls + 1] = name end

local app = {}
local manager = CLLocationManager.new{ delegate = app }

function app:didUpdateToLocation(sender, new, old)
  note("update " .. tostring(new.timestamp:timeIntervalSince1970()))
  self.sender, self.new, self.old = sender, new, old
  self.first = self.first or { new = new, old = old, age = new.timestamp:timeIntervalSinceNow() }
  self.newest = manager.location == new
end

function app:didFailWithError(_, err) note("error " .. err.code) end

function app:didChangeAuthorizationStatus(sender, status)
  self.sender = sender
  note("status " .. status)
end

-- Beside it: one manager with a filter, one that takes one location, one that stops itself.
local filtered, asked, short = {}, {}, {}
local coarse = CLLocationManager.new{
  distanceFilter = 1000, delegate = { didUpdateLocations = function(_, list) filtered[#filtered + 1] = list end },
}
local once = CLLocationManager.new{ delegate = {
  didUpdateToLocation = function(_, new) asked[#asked + 1] = new end,
  didFailWithError = function(_, err) asked[#asked + 1] = err end,
} }
local brief
brief = CLLocationManager.new{ delegate = {
  didUpdateToLocation = function(sender, new)
    short[#short + 1] = new
    sender:stopUpdatingLocation()
  end,
} }

spec("has Core Location's defaults", function()
  local fresh = CLLocationManager()
  spec.equal(fresh.distanceFilter, kCLDistanceFilterNone + 0.0)
  spec.equal(fresh.desiredAccuracy, kCLLocationAccuracyBest + 0.0)
  spec.equal(fresh.activityType, CLActivityTypeOther)
  spec.equal(fresh.pausesLocationUpdatesAutomatically, true)
  spec.equal(fresh.allowsBackgroundLocationUpdates, false)
  spec.equal(fresh.delegate, nil)
  spec.equal(fresh.location, nil)
  spec.equal(#fresh.monitoredRegions, 0)
end)

spec("keeps what it is told", function()
  local fresh = CLLocationManager.new{ desiredAccuracy = kCLLocationAccuracyKilometer, distanceFilter = 500 }
  spec.equal(fresh.desiredAccuracy, 1000.0)
  spec.equal(fresh.distanceFilter, 500.0)
  fresh.activityType = CLActivityTypeFitness
  fresh.pausesLocationUpdatesAutomatically = false
  fresh.allowsBackgroundLocationUpdates = true
  spec.equal(fresh.showsBackgroundLocationIndicator, false)
  fresh.showsBackgroundLocationIndicator = true
  spec.equal(fresh.showsBackgroundLocationIndicator, true)
  spec.equal(fresh.activityType, 3)
  spec.equal(fresh.pausesLocationUpdatesAutomatically, false)
  spec.equal(fresh.allowsBackgroundLocationUpdates, true)
  spec.raises("bad value for 'activityType'", function() fresh.activityType = 99 end)
end)

spec("the delegate is the same table again, and can be taken away", function()
  local fresh, table = CLLocationManager(), {}
  fresh.delegate = table
  spec.equal(rawequal(fresh.delegate, table), true)
  fresh.delegate = nil
  spec.equal(fresh.delegate, nil)
end)

spec("CL-6: availability is asked of the class, by colon or dot", function()
  spec.equal(CLLocationManager:locationServicesEnabled(), true)
  spec.equal(CLLocationManager.locationServicesEnabled(), true)
  spec.equal(manager.locationServicesEnabled, true)
  spec.equal(CLLocationManager:regionMonitoringAvailable(), true)
  spec.equal(CLLocationManager:regionMonitoringEnabled(), true)
  spec.equal(CLLocationManager:isMonitoringAvailableForClass(CLCircularRegion), true)
  spec.equal(CLLocationManager:authorizationStatus(), kCLAuthorizationStatusAuthorizedAlways)
  spec.equal(manager:isKindOfClass(CLLocationManager), true)
end)

spec("asking for what is granted already changes nothing", function()
  manager:requestWhenInUseAuthorization()
  manager:requestAlwaysAuthorization()
  spec.equal(CLLocationManager:authorizationStatus(), kCLAuthorizationStatusAuthorizedAlways)
end)

spec("CL-11: starting returns at once, with no call before the script's own returns", function()
  manager:startUpdatingLocation()
  coarse:startUpdatingLocation()
  once:requestLocation()
  brief:startUpdatingLocation()
  spec.equal(#calls, 0)
end)

spec.atEnd("CL-15: a delegate gets the sender, the new and the previous location", function()
  spec.equal(app.sender == manager, true)
  spec.equal(app.first.old, nil)
  spec.equal(app.new.coordinate.longitude, 14.04)
  spec.equal(app.old:isKindOfClass(CLLocation), true)
end)

spec.atEnd("CL-17: the first event may be old, and its timestamp says so", function()
  spec.equal(app.first.new.timestamp, NSDate(900))
  spec.near(app.first.age, -100, 1e-6)
end)

spec.atEnd("CL-12: the newest location can be read from the manager", function()
  spec.equal(app.newest, true)
  spec.equal(manager.location.coordinate.longitude, 14.04)
end)

spec.atEnd("CL-16: errors and settings come in the order of the log", function()
  spec.equal(calls, {
    -- Each manager begins with what the app may do.
    "status 3", "update 900.0", "update 1001.0", "update 1010.0", "update 1020.0", "error 0", "update 1040.0",
    "status 2", "error 1", "status 3", "update 1080.0",
  })
end)

spec.atEnd("didUpdateLocations gets a sequence, oldest first; distanceFilter leaves out short ways", function()
  spec.equal(filtered[1]:count(), 1)
  spec.equal(filtered[1]:anyObject():isKindOfClass(CLLocation), true)
  spec.equal(filtered[1]:objectAtIndex(1), filtered[1][1])
  for i = 2, #filtered do
    local way = filtered[i][1]:distanceFromLocation(filtered[i - 1][1])
    -- An update whose accuracy improved is not held back (F-9).
    spec.equal(way >= 1000 or filtered[i][1].horizontalAccuracy < filtered[i - 1][1].horizontalAccuracy, true)
  end
end)

spec.atEnd("requestLocation delivers one", function()
  spec.equal(#asked, 1)
  spec.equal(asked[1]:isKindOfClass(CLLocation), true)
end)

spec.atEnd("stopUpdatingLocation ends updates, also from inside one", function() spec.equal(#short, 1) end)

local told = {}
local asking = CLLocationManager()
asking.delegate = {
  locationManagerDidChangeAuthorization = function(sender) told[#told + 1] = sender.authorizationStatus end,
}
spec.atEnd("a manager that was made tells its delegate what the app may do (D3)", function()
  spec.equal(told[1], CLLocationManager:authorizationStatus())
  spec.equal(asking.authorizationStatus, told[1])
end)
