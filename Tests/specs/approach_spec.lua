-- run: --from approach.ndjson
-- Approaches: a device drives home at 10 m/s, one fix every ten seconds.
local spec = require "spec"
local home = CLLocationCoordinate2DMake(48.2, 16.37)
local told, coming = {}, nil
local manager = CLLocationManager()

local watch = geoscript.onApproach(home, { within = 600 }, function(eta)
  told[#told + 1] = { eta, geoscript.now() }
end)
local line = { CLLocationCoordinate2DMake(48.4, 16.37), CLLocation(48.3, 16.37), home }
local along = geoscript.onApproach(home, { within = 300, along = line }, function(eta) coming = eta end)
local cancelled = geoscript.onApproach(home, { within = 600 }, function() error("it was cancelled") end)
cancelled:cancel()
local seen
geoscript.every(60, function() seen = seen or watch.estimate end)

spec("a watch lasts until it is cancelled", function()
  assert(watch:isKindOfClass(Approach))
  assert(watch.isActive and along.isActive and not cancelled.isActive and watch.estimate == nil)
end)

spec("what cannot be watched is an error", function()
  local function bad(options) return function() geoscript.onApproach(home, options, print) end end
  spec.raises("option 'within': seconds above 0 expected: write { within = 600 }", bad{})
  spec.raises("option 'within': seconds above 0 expected", bad{ within = -1 })
  spec.raises("option 'minutes': write within = 600, in seconds", bad{ minutes = 10 })
  spec.raises("a line of at least two places expected", bad{ within = 600, along = { home } })
  spec.raises("a valid coordinate expected", function()
    geoscript.onApproach(CLLocationCoordinate2DMake(91, 0), { within = 600 }, print)
  end)
end)

spec.atEnd("it says once when the device will be there", function()
  spec.equal(#told, 1)
  local eta, time = told[1][1], told[1][2]
  local left = geoscript.distance(manager.location.coordinate, home)
  spec.near(eta.speed, 10, 0.01)
  spec.near(eta.seconds, eta.distance / eta.speed, 1e-6)
  assert(eta.seconds <= 600 and eta.seconds > 589.9, eta.seconds)
  spec.near(eta.date - time, eta.seconds, 1e-6)
  assert(coming.seconds <= 300 and coming.seconds > 289.9)
  assert(seen.seconds > 600 and left < 100)
end)
