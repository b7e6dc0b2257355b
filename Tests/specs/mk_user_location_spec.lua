-- MKUserLocation, a map that looks for the user, and the modes in which it follows.
-- run: --from user.ndjson
local spec = require "spec"

local calls = {}
local function note(...) calls[#calls + 1] = table.concat({ ... }, " ") end
local diary = {}
function diary:mapViewWillStartLocatingUser(mapView) note("start", tostring(mapView.showsUserLocation)) end
function diary:mapViewDidStopLocatingUser() note("stop") end
function diary:didUpdateUserLocation(mapView, userLocation)
  spec.equal(userLocation == mapView.userLocation, true)
  note("user", string.format("%.2f", userLocation.coordinate.longitude))
end
function diary:didFailToLocateUserWithError(_, err) note("fail", err.code) end
function diary:didChangeUserTrackingMode(_, mode, animated) note("mode", mode, tostring(animated)) end

local map = MKMapView()
local user = map.userLocation

-- A second map says what a follow mode does without a fix.
local other = MKMapView.new{ frame = CGRectMake(0, 0, 400, 400) }

spec("userLocation is there before anybody looks for the user", function()
  spec.equal(MKUserLocation.is(user), true)
  spec.equal(map.userLocation == user, true)
  spec.equal(map.showsUserLocation, false)
  spec.equal(user.location, nil)
  spec.equal(user.heading, nil)
  spec.equal(user.updating, false)
  spec.equal(user.title, "Current Location")
  spec.equal(user.subtitle, nil)
  spec.equal(CLLocationCoordinate2DIsValid(user.coordinate), false)
  spec.equal(map.userLocationVisible, false)
  spec.raises("'location' of MKUserLocation is read-only", function() user.location = nil end)
  spec.raises("MKUserLocation", function() return MKUserLocation() end)
end)

spec("its title and subtitle are the script's to set", function()
  user.title, user.subtitle = "You", "are here"
  spec.equal(user.title .. " " .. user.subtitle, "You are here")
end)

spec("userTrackingMode is a MKUserTrackingMode", function()
  spec.equal({ MKUserTrackingModeNone, MKUserTrackingModeFollow, MKUserTrackingModeFollowWithHeading }, { 0, 1, 2 })
  spec.equal(other.userTrackingMode, MKUserTrackingModeNone)
  spec.raises("MKUserTrackingMode… expected, got 3", function() other.userTrackingMode = 3 end)
  spec.raises("MKUserTrackingMode… expected, got 7", function() other:setUserTrackingMode(7, true) end)
end)

spec("a follow mode shows the user and zooms in from afar, turning the user off ends it", function()
  spec.equal(other.region.span.longitudeDelta > 90, true)
  other:setUserTrackingMode(MKUserTrackingModeFollow, true)
  spec.equal(other.showsUserLocation, true)
  spec.near(other.region.span.longitudeDelta, 360 * 400 / (256 * 2 ^ 15), 1e-9) -- level 15
  other:setUserTrackingMode_animated(MKUserTrackingModeNone, false)
  spec.equal(other.showsUserLocation, true)
  other.userTrackingMode = MKUserTrackingModeFollowWithHeading
  other.showsUserLocation = false
  spec.equal(other.userTrackingMode, MKUserTrackingModeNone)
end)

map.delegate = diary
map.showsUserLocation = true
spec("while it is on, the user is being located", function()
  spec.equal(user.updating, true)
  spec.equal(user.location, nil)
end)

local seen = {}
geoscript.after(15, function() -- 1015
  seen.first = user.location
  seen.visible = map.userLocationVisible
  map:setUserTrackingMode(MKUserTrackingModeFollowWithHeading, true)
  map:setUserTrackingMode(MKUserTrackingModeFollowWithHeading, true)
  seen.span = map.region.span.longitudeDelta
end)
geoscript.after(35, function() -- 1035
  seen.heading = user.heading
  seen.up = map.camera.heading
  map.centerCoordinate = CLLocationCoordinate2DMake(0, 0)
  seen.away = map.centerCoordinate.longitude
end)
geoscript.after(45, function() -- 1045
  seen.back = map.centerCoordinate.longitude
  map.userTrackingMode = MKUserTrackingModeNone
  seen.noHeading = user.heading
end)
geoscript.after(65, function() seen.denied = user.updating end)
geoscript.after(95, function() map.showsUserLocation = false end)

spec.atEnd("the map tells where the user is, and why it cannot", function()
  spec.equal(calls, {
    "start true", "user 139.76", "mode 2 true", "user 139.77", "user 139.77", "user 139.78",
    "mode 0 false", "fail " .. kCLErrorLocationUnknown, "fail " .. kCLErrorDenied, "user 139.80", "stop",
  })
end)

spec.atEnd("location is the fix", function()
  spec.equal(CLLocation.is(seen.first), true)
  spec.equal(seen.first.altitude, 40.0)
  spec.equal(seen.visible, true) -- the whole world is
end)

spec.atEnd("a map that follows with headings is close, turns, and comes back to the user", function()
  spec.near(seen.span, 360 * 800 / (256 * 2 ^ 15), 1e-9)
  spec.equal(seen.heading.trueHeading, 90.0)
  spec.equal(seen.up, 90.0)
  spec.near(seen.away, 0, 1e-6)
  spec.near(seen.back, 139.78, 1e-6)
  spec.equal(seen.noHeading, nil)
end)

spec.atEnd("without permission nobody is located, and off means forgotten", function()
  spec.equal(seen.denied, false)
  spec.equal(user.location, nil)
  spec.equal(user.updating, false)
end)
