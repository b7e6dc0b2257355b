local pausing = CLLocationManager.new{ delegate = {
  locationManagerDidPauseLocationUpdates = function() end,
  locationManagerDidResumeLocationUpdates = function() end,
} }
pausing.activityType = CLActivityTypeFitness
pausing:startUpdatingLocation()

local collecting = CLLocationManager.new{ pausesLocationUpdatesAutomatically = false, delegate = {
  didFinishDeferredUpdatesWithError = function() end,
  didUpdateLocations = function(manager)
    manager:allowDeferredLocationUpdatesUntilTraveled(3000, 4 * 3600)
  end,
} }
collecting:startUpdatingLocation()
