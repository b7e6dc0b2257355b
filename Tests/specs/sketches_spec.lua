-- The sketches of the guide's listings, joined into one app on a telephone with room for 20 regions.
-- luacheck: ignore 111 112 113 121
-- run: --from sketches.ndjson --profile iphone --allow-read ../sketches
local spec = require "spec"
local _ENV = setmetatable({}, { __index = _ENV })
local function sketch(number) require(string.format("sketches.s%02d", number))(_ENV) end

-- What the sketches print, for the specs below.
local printed = {}
function print(...)
  local words = table.pack(...)
  for i = 1, words.n do words[i] = tostring(words[i]) end
  printed[#printed + 1] = table.concat(words, " ")
end

sketch(1)
sketch(2)
sketch(3)
sketch(4)
sketch(5)
sketch(6)
sketch(31)
sketch(30)
-- S5 and S6 with a manager of their own, since S1 and S5 want other filters.
local pilot = { startHeadingEvents = app.startHeadingEvents, didUpdateHeading = app.didUpdateHeading, shown = {} }
function pilot:updateHeadingDisplays() self.shown[#self.shown + 1] = self.currentHeading end
pilot:startHeadingEvents()
-- S2 has an app of its own here, or its locations would be among those of S1.
local traveller = { startSignificantChangeUpdates = app.startSignificantChangeUpdates, places = {} }
function traveller:didUpdateToLocation(_, new) self.places[#self.places + 1] = new.coordinate.longitude end
traveller:startSignificantChangeUpdates()

local function circle(longitude, radius)
  return { coordinate = { latitude = 45, longitude = longitude }, radius = radius }
end

spec("S4 registers a circle and says so", function()
  spec.equal(app:registerRegion(circle(14, 400), "home"), true)
  spec.equal(app:registerRegion(circle(14.02, 400), "school"), true)
  for i = 3, 20 do app:registerRegion(circle(20 + i, 400), "far " .. i) end
  spec.equal(#app.manager.monitoredRegions, 20)
end)

spec("the 21st region finds no room, which is told later", function()
  spec.equal(app:registerRegion(circle(50, 400), "one too many"), true)
  spec.equal(#app.manager.monitoredRegions, 20)
  spec.equal(#printed, 0)
end)

local function having(word)
  local found = {}
  for _, line in ipairs(printed) do
    if line:sub(1, #word) == word then found[#found + 1] = line:sub(#word + 2) end
  end
  return found
end

spec.atEnd("S1 is set up as listing 1-1 says", function()
  spec.equal(app.manager.distanceFilter, 500.0)
  spec.equal(app.manager.desiredAccuracy, 1000.0)
  spec.equal(rawequal(app.manager.delegate, app), true)
end)

spec.atEnd("S2 tells of the first location, and of no other within five minutes", function()
  spec.equal(traveller.places, { 14.5 })
end)

spec.atEnd("S3 leaves the cached fix out and logs the rest, 500 metres apart", function()
  spec.equal(having("latitude"), {
    "+45.000000, longitude +14.000000", "+45.000000, longitude +14.010000", "+45.000000, longitude +14.020000",
    "+45.000000, longitude +14.030000",
  })
end)

spec.atEnd("S3 prints what went wrong: an unknown location, permission refused, services off", function()
  spec.equal(having("no fix"), { "kCLErrorDomain 0", "kCLErrorDomain 1", "kCLErrorDomain 1" })
end)

spec.atEnd("S5 is set up as listing 2-1 says", function()
  spec.equal(pilot.manager.distanceFilter, 1000.0)
  spec.equal(pilot.manager.desiredAccuracy, kCLLocationAccuracyKilometer)
  spec.equal(pilot.manager.headingFilter, 5.0)
end)

spec.atEnd("S6 shows magnetic north before the first fix, then true north, due north included, and nothing invalid",
  function()
    -- 4° of turn are less than the filter; the reading with negative accuracy is ignored.
    spec.equal(pilot.shown, { 42.0, 103.5, 0.0 })
    spec.equal(pilot.currentHeading, 0.0)
  end)

spec.atEnd("S31 prints crossings past the buffer of 100 metres, after the failure", function()
  spec.equal(having("no room for"), { "one too many" })
  spec.equal(printed[1], "no room for one too many")
  -- 410 m from the middle of «school» at 14.0251: past the edge, not past the buffer.
  spec.equal(having("near"), { "home", "school" })
  spec.equal(having("left"), { "home", "school" })
end)

spec.atEnd("S4 refuses while services are off", function()
  spec.equal(CLLocationManager:locationServicesEnabled(), false)
  spec.equal(app:registerRegion(circle(1, 1), "refused"), false)
end)
