-- Two managers and two maps on one phone: a map made first, but served last; a follow session with headings.
local follower, watcher = MKMapView(), MKMapView.new{ frame = CGRectMake(0, 0, 320, 240) }

local function show(who, text) print(who .. ": " .. text) end

local mapDelegate = {}
function mapDelegate:mapViewWillStartLocatingUser(map) show(map == follower and "follower" or "watcher", "starts") end
function mapDelegate:mapViewDidStopLocatingUser(map) show(map == follower and "follower" or "watcher", "stops") end
function mapDelegate:didUpdateUserLocation(map, user)
  show(map == follower and "follower" or "watcher", string.format("user at %.4f, %.4f%s",
    user.coordinate.latitude, user.coordinate.longitude,
    user.heading and string.format(", looking to %.1f", user.heading.trueHeading) or ""))
end
function mapDelegate:didFailToLocateUserWithError(map, err)
  show(map == follower and "follower" or "watcher", tostring(err))
end
function mapDelegate:didChangeUserTrackingMode(_, mode, animated)
  show("follower", string.format("mode %d, animated %s", mode, animated))
end
local followerDelegate = setmetatable({}, { __index = mapDelegate })
function followerDelegate:regionWillChangeAnimated(map)
  show("follower", string.format("leaves %.4f, %.4f", map.centerCoordinate.latitude, map.centerCoordinate.longitude))
end
function followerDelegate:regionDidChangeAnimated(map)
  show("follower", string.format("shows %.4f, %.4f, %.1f up", map.centerCoordinate.latitude,
    map.centerCoordinate.longitude, map.camera.heading))
end

follower.delegate, watcher.delegate = followerDelegate, mapDelegate
watcher.showsUserLocation = true
follower:setUserTrackingMode(MKUserTrackingModeFollowWithHeading, true)

local function manager(name)
  local made = CLLocationManager.new{ delegate = {
    didUpdateLocations = function() show(name, "updates") end,
    didEnterRegion = function(_, region) show(name, "enters " .. region.identifier) end,
    didExitRegion = function(_, region) show(name, "leaves " .. region.identifier) end,
    didFailWithError = function(_, err) show(name, tostring(err)) end,
  } }
  made:startUpdatingLocation()
  return made
end
local first = manager("first")
manager("second")
first:startMonitoringForRegion(
  CLRegion.new{ center = CLLocationCoordinate2DMake(52.5163, 13.3777), radius = 100, identifier = "gate" })

-- What a script sets while the map follows lasts until the next fix.
geoscript.after(24, function() follower.centerCoordinate = CLLocationCoordinate2DMake(0, 0) end)
-- Just following, north is up again.
geoscript.after(45, function() follower.userTrackingMode = MKUserTrackingModeFollow end)
geoscript.after(75, function() follower.showsUserLocation = false end)
