-- PotLoc: PotlocViewController counts locations, and sends the count each five seconds.
-- https://developer.apple.com/library/archive/samplecode/PotLoc
-- run: --from park.ndjson
local controller = { isUpdatingLocation = false, receivedLocationCount = 0, locationBatchCount = 0, sent = 0 }
local manager = CLLocationManager()

-- Different: there is no watch; a message to it is counted.
local session = { updateApplicationContext = function(_, context) controller.context = context end }

function controller:commonInit() manager.delegate = self end

function controller:startUpdatingLocationAllowingBackground(commandedFromPhone)
  self.isUpdatingLocation = true
  if commandedFromPhone then
    manager:requestWhenInUseAuthorization()
    session:updateApplicationContext{ stateUpdate = self.isUpdatingLocation }
  end
  manager.allowsBackgroundLocationUpdates = true
  manager:startUpdatingLocation()
  self.sessionMessageTimer = geoscript.every(5, function() self:sendLocationCount() end)
end

function controller:stopUpdatingLocation(commandedFromPhone)
  self.isUpdatingLocation = false
  if commandedFromPhone then session:updateApplicationContext{ stateUpdate = self.isUpdatingLocation } end
  manager:stopUpdatingLocation()
  manager.allowsBackgroundLocationUpdates = false
  self.sessionMessageTimer:cancel()
end

function controller:sendLocationCount()
  session:updateApplicationContext{ locationCount = tostring(self.receivedLocationCount) }
  self.locationBatchCount = 0
  self.sent = self.sent + 1
end

function controller:didUpdateLocations(_, locations)
  self.receivedLocationCount = self.receivedLocationCount + #locations
  self.locationBatchCount = self.locationBatchCount + #locations
  if self.receivedLocationCount == 10 then self:stopUpdatingLocation(true) end
end

function controller:didFailWithError(_, error) print("Error occured:", error.localizedDescription) end

controller:commonInit()
controller:startUpdatingLocationAllowingBackground(true)
assert(manager.allowsBackgroundLocationUpdates)
geoscript.onFinish(function()
  assert(not controller.isUpdatingLocation and controller.context.stateUpdate == false)
  print("received", controller.receivedLocationCount, "batch", controller.locationBatchCount, "sent", controller.sent)
end)
