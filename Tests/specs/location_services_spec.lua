-- Location services beside standard updates: significant changes, visits, pauses, deferred updates, radio time.
-- run: --from services.ndjson --profile iphone
local spec = require "spec"

-- The time of a location, in seconds.
local function time(location) return location.timestamp:timeIntervalSince1970() end

-- Significant changes, beside a standard service that is soon stopped.
local changes, previous = {}, {}
local roaming = CLLocationManager.new{ delegate = {
  didUpdateToLocation = function(_, new, old)
    changes[#changes + 1] = time(new)
    previous[#previous + 1] = old and time(old) or -1
  end,
} }

-- Visits.
local visits, still = {}, {}
local visitor = CLLocationManager.new{ delegate = { didVisit = function(manager, visit)
  visits[#visits + 1] = visit
  still[#still + 1] = manager.isStationary
end } }

-- Standard updates that pause.
local calls = {}
local function note(text) calls[#calls + 1] = text end
local walker = CLLocationManager.new{ delegate = {
  didUpdateLocations = function(_, list) note(string.format("%.0f", time(list[1]))) end,
  locationManagerDidPauseLocationUpdates = function(manager) note(manager.isPaused and "pause" or "?") end,
  locationManagerDidResumeLocationUpdates = function(manager) note(manager.isPaused and "?" or "resume") end,
} }

-- Updates that are collected: the first batch on purpose, the second until somebody stops it.
local batches, ends = {}, {}
local collector = CLLocationManager.new{ pausesLocationUpdatesAutomatically = false, delegate = {
  didUpdateLocations = function(manager, list)
    batches[#batches + 1] = #list
    if #batches == 1 then manager:allowDeferredLocationUpdatesUntilTraveled_timeout(1000, CLTimeIntervalMax) end
  end,
  didFinishDeferredUpdatesWithError = function(_, err) ends[#ends + 1] = err and err.code or "done" end,
} }

spec("CL-5: what the device has is asked of the class", function()
  spec.equal(CLLocationManager:significantLocationChangeMonitoringAvailable(), true)
  spec.equal(CLLocationManager.deferredLocationUpdatesAvailable(), true)
end)

spec("starting calls nobody", function()
  roaming:startMonitoringSignificantLocationChanges()
  visitor:startMonitoringVisits()
  walker:startUpdatingLocation()
  collector:startUpdatingLocation()
  collector:allowDeferredLocationUpdatesUntilTraveled(CLLocationDistanceMax, 300)
  spec.equal({ #changes, #visits, #calls, #batches }, { 0, 0, 0, 0 })
  spec.equal({ walker.isPaused, visitor.isStationary }, { false, false })
end)

spec("a request that cannot be deferred is answered later", function()
  local idle = CLLocationManager.new{ delegate = {
    didFinishDeferredUpdatesWithError = function(_, err) ends[#ends + 1] = err.code end,
  } }
  idle:allowDeferredLocationUpdatesUntilTraveled(1, 1)
  idle:disallowDeferredLocationUpdates()
  spec.equal(#ends, 0)
  spec.raises("number expected", function() idle:allowDeferredLocationUpdatesUntilTraveled(0 / 0, 1) end)
end)

spec("what was started can be stopped", function()
  local brief = CLLocationManager.new{ delegate = { didVisit = function() error "stopped" end } }
  brief:startMonitoringVisits()
  brief:stopMonitoringVisits()
  brief:startMonitoringSignificantLocationChanges()
  brief:stopMonitoringSignificantLocationChanges()
end)

spec.atEnd("CL-14, F-9: changes of 500 metres come five minutes apart", function()
  -- At 300 and 1560 the five minutes are over: told is where the device was last seen.
  spec.equal(changes, { 0.0, 240.0, 1260.0, 1320.0 })
  spec.equal(previous, { -1, 0.0, 240.0, 1260.0 })
end)

spec.atEnd("a visit is told at the arrival and at the departure", function()
  spec.equal(#visits, 2)
  local came, left = visits[1], visits[2]
  spec.equal(came:isKindOfClass(CLVisit), true)
  spec.equal({ came.arrivalDate, came.departureDate }, { NSDate(120), NSDate.distantFuture() })
  spec.equal({ left.arrivalDate, left.departureDate }, { NSDate(120), NSDate(1260) })
  spec.near(left.coordinate.longitude, 14.02, 1e-9)
  spec.near(left.horizontalAccuracy, 10, 1e-9)
  spec.equal(still, { true, false })
  spec.equal(tostring(came):find("left distantFuture", 1, true) ~= nil, true)
end)

spec.atEnd("updates pause after 15 minutes at rest, and resume when the phone moves", function()
  local wanted = { "0", "60" }
  for t = 120, 960, 60 do wanted[#wanted + 1] = tostring(t) end
  for _, word in ipairs{ "pause", "resume", "1260", "1320" } do wanted[#wanted + 1] = word end
  spec.equal(calls, wanted)
end)

spec.atEnd("deferred updates come in one sequence", function()
  -- Five until 300; the rest until 1260, when the way was 1000 metres; then one by one.
  spec.equal(batches, { 5, 17, 1 })
  spec.equal(ends, { kCLErrorDeferredNotUpdatingLocation, "done", "done" })
end)

spec.atEnd("PW-1: radioTime counts what was powered on the device's clock", function()
  -- The collector never pauses: GPS all the time; significant changes and visits use the cells.
  spec.equal(geoscript.radioTime(), { gps = 1600.0, wifi = 0.0, cellular = 1600.0, magnetometer = 0.0 })
end)
