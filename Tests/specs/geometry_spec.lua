-- run: --from walk.ndjson --time-zone Europe/Berlin
-- Distances, directions, lines and the sun: functions of geoscript.
local spec = require "spec"

local function near(value, expected, tolerance)
  spec.equal(math.abs(value - expected) <= tolerance or value, true)
end

-- The test of GeographicLib's GeodSolve: JFK to LHR is 5551759.400 m; it begins at 51.3696287°.
local kennedy = CLLocationCoordinate2D(40.6, -73.8)
local heathrow = CLLocationCoordinate2D(51.6, -0.5)

spec("from place to place", function()
  near(geoscript.distance(kennedy, heathrow), 5551759.400, 0.001)
  near(geoscript.bearing(kennedy, heathrow), 51.19888284, 1e-7)
  near(geoscript.bearing(CLLocation(0, 0), CLLocation(0, -1)), 270, 1e-9)
  local there = geoscript.destination(kennedy, 51.19888284, 5551759.400)
  near(there.latitude, 51.6, 1e-7)
  near(there.longitude, -0.5, 1e-7)
  spec.raises("a valid coordinate expected", geoscript.distance, kennedy, { latitude = 91, longitude = 0 })
  spec.raises("must be finite", geoscript.destination, kennedy, 0, math.huge)
end)

spec("along a line", function()
  -- Along the equator, a degree is 111319.491 m (a π / 180).
  local line = { { latitude = 0, longitude = 0 }, { latitude = 0, longitude = 1 }, CLLocation(1, 1) }
  near(geoscript.lineLength(line), 111319.491 + 110574.389, 0.001)
  local place = geoscript.nearestPoint(line, { latitude = 0.1, longitude = 0.25 })
  near(place.coordinate.longitude, 0.25, 1e-6)
  near(place.distance, 11057.4, 0.1)
  near(place.distanceAlong, 111319.491 / 4, 0.5)
  spec.equal(place.leg, 1)
  spec.equal(geoscript.nearestPoint(line, CLLocation(2, 1)).leg, 2)
  near(geoscript.pointAlong(line, 111319.491 / 2).longitude, 0.5, 1e-7)
  near(geoscript.pointAlong(line, -5).longitude, 0, 0)
  near(geoscript.pointAlong(line, 1e9).latitude, 1, 0)
  spec.raises("a line with a place expected", geoscript.pointAlong, {}, 5)
end)

spec("the sun", function()
  -- astral 3.2, Berlin, 2026-03-29: sunrise 04:48, noon 11:11, sunset 17:36 UTC.
  local sun = geoscript.sun(CLLocationCoordinate2D(52.52, 13.405), NSDate(1774746000))
  spec.equal(sun.sunrise:format("%H:%M", "UTC"), "04:48")
  spec.equal(sun.isUp, false)
  local isMorning, isEvening = sun.dawn < sun.sunrise, sun.sunset < sun.dusk
  spec.equal(isMorning and sun.sunrise < sun.noon and sun.noon < sun.sunset and isEvening, true)
  spec.equal(sun.elevation < 0 and sun.azimuth > 0, true)
  -- Tromsø in December and in June.
  local tromso = CLLocation(69.65, 18.96)
  spec.equal(geoscript.sun(tromso, NSDate(1797768000)).sunrise, nil)
  spec.equal(geoscript.sun(tromso, NSDate(1782043200), "Europe/Oslo").sunset, nil)
  spec.equal(geoscript.sun(tromso).noon ~= nil, true)
end)
