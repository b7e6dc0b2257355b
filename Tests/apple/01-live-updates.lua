-- Adopting live updates in Core Location: LocationsHandler, with its activity session and its notification.
-- https://developer.apple.com/documentation/corelocation/adopting-live-updates-in-core-location
-- run: --from day.ndjson
local notificationCenter = UNUserNotificationCenter:current()
local notificationContent = UNMutableNotificationContent()
notificationContent.title = "Location updates inactive"
notificationContent.body = "Can't receive location updates while not in the foreground"

local LocationsHandler = { count = 0, isStationary = false, updatesStarted = false }

function LocationsHandler:setBackgroundUpdates(wanted)
  if wanted then
    self.backgroundActivitySession = CLBackgroundActivitySession()
  elseif self.backgroundActivitySession then
    self.backgroundActivitySession:invalidate()
  end
end

function LocationsHandler:startLocationUpdates()
  geoscript.task(function()
    for update in CLLocationUpdate:liveUpdates() do
      if not self.updatesStarted then break end
      self.lastUpdate = update
      if update.location then
        self.lastLocation = update.location
        if update.stationary ~= self.isStationary then print("stationary", update.stationary) end
        self.isStationary = update.stationary
        self.count = self.count + 1
      end
      if update.insufficientlyInUse then
        notificationCenter:add(UNNotificationRequest("com.example.mynotification", notificationContent, nil))
      end
    end
    print("stopped after", self.count)
  end)
end

geoscript.task(function() notificationCenter:requestAuthorizationWithOptions({ "badge" }) end)
LocationsHandler.updatesStarted = true
LocationsHandler:startLocationUpdates()
LocationsHandler:setBackgroundUpdates(true)

-- The view.
geoscript.onFinish(function()
  local update = LocationsHandler.lastUpdate
  assert(not update.authorizationDenied and not update.authorizationDeniedGlobally)
  assert(not update.authorizationRestricted and not update.accuracyLimited)
  print("Location", LocationsHandler.lastLocation.coordinate, "Count", LocationsHandler.count)
  -- Apple: an update says that the device is stationary, and updates pause until it moves.
  assert(LocationsHandler.isStationary)
  LocationsHandler.updatesStarted = false
  LocationsHandler:setBackgroundUpdates(false)
end)
