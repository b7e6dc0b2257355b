-- GeocoderDemo: ReverseViewController, a fixed place or the one of the user.
-- https://developer.apple.com/library/archive/samplecode/GeocoderDemo
-- run: --from park.ndjson
local sanFranciscoCoordinate = CLLocationCoordinate2DMake(37.776278, -122.419367)
local controller = { currentUserCoordinate = kCLLocationCoordinate2DInvalid, selectedRow = 0 }

local function isRefused()
  local status = CLLocationManager:authorizationStatus()
  return status == kCLAuthorizationStatusDenied or status == kCLAuthorizationStatusRestricted
end

function controller:startUpdatingCurrentLocation()
  if isRefused() then return end
  if not self.locationManager then
    self.locationManager = CLLocationManager()
    self.locationManager.delegate = self
    self.locationManager.distanceFilter = 10.0
  end
  self.locationManager:startUpdatingLocation()
end

function controller:stopUpdatingCurrentLocation() self.locationManager:stopUpdatingLocation() end

function controller:didUpdateToLocation(_, newLocation)
  -- A location that is older than half a minute does not count.
  if math.abs(newLocation.timestamp:timeIntervalSinceDate(NSDate())) > 30 then return end
  self.currentUserCoordinate = newLocation.coordinate
  self.selectedRow = 1
  print(string.format("φ:%.4f, λ:%.4f", newLocation.coordinate.latitude, newLocation.coordinate.longitude))
  self:stopUpdatingCurrentLocation()
  self:performCoordinateGeocode()
end

function controller:didFailWithError(_, error)
  print(error)
  self:stopUpdatingCurrentLocation()
  self.currentUserCoordinate = kCLLocationCoordinate2DInvalid
end

function controller:performCoordinateGeocode()
  local geocoder = CLGeocoder()
  local coord = self.selectedRow == 0 and sanFranciscoCoordinate or self.currentUserCoordinate
  local location = CLLocation(coord.latitude, coord.longitude)
  geocoder:reverseGeocodeLocation_completionHandler(location, function(placemarks, error)
    if error then return print("Geocode failed with error:", error.code == kCLErrorGeocodeFoundNoResult) end
    print("Received placemarks:", #placemarks, placemarks[1].locality, placemarks[1].ISOcountryCode)
  end)
end

controller:performCoordinateGeocode()
controller:startUpdatingCurrentLocation()
