-- GeocoderDemo: CoordinateSelectorTableViewController, a place by search or by the device.
-- https://developer.apple.com/library/archive/samplecode/GeocoderDemo
-- run: --from park.ndjson
local undefined, search, current = 0, 1, 2
local controller = { selectedType = undefined, selectedIndex = 0, searchPlacemarksCache = {} }

function controller:updateSelectedName()
  if self.selectedType == current then
    self.selectedName = "Current Location"
  elseif self.selectedType == search then
    local placemark = self.searchPlacemarksCache[self.selectedIndex]
    self.selectedName = table.concat(placemark.addressDictionary.FormattedAddressLines, ", ")
  else
    self.selectedName = "Select a Place"
  end
end

function controller:updateSelectedCoordinate()
  if self.selectedType == search then
    self.selectedCoordinate = self.searchPlacemarksCache[self.selectedIndex].location.coordinate
  elseif self.selectedType == undefined then
    self.selectedCoordinate = kCLLocationCoordinate2DInvalid
  end
end

function controller:didSelectRow(section, row)
  self.selectedType, self.selectedIndex = section == 1 and current or search, row
  self:updateSelectedName()
  self:updateSelectedCoordinate()
  if self.selectedType == current then self:startUpdatingCurrentLocation() end
end

function controller:startUpdatingCurrentLocation()
  if not self.locationManager then
    self.locationManager = CLLocationManager()
    self.locationManager.delegate = self
    self.locationManager.distanceFilter = 10.0
  end
  self.locationManager:startUpdatingLocation()
end

function controller:didUpdateToLocation(manager, newLocation)
  self.selectedCoordinate = newLocation.coordinate
  manager:stopUpdatingLocation()
  print(self.selectedName, CLLocationCoordinate2DIsValid(self.selectedCoordinate))
end

function controller:didChangeAuthorizationStatus(_, status)
  self.status = status
end

function controller:performPlacemarksSearch(text)
  CLGeocoder():geocodeAddressString_completionHandler(text, function(placemarks, error)
    self.searchPlacemarksCache = placemarks or {}
    if #self.searchPlacemarksCache == 0 then
      return print("No places were found.", error.code == kCLErrorGeocodeFoundNoResult)
    end
    self:didSelectRow(0, 1)
    print(self.selectedName, CLLocationCoordinate2DIsValid(self.selectedCoordinate))
  end)
end

controller:updateSelectedName()
controller:updateSelectedCoordinate()
assert(not CLLocationCoordinate2DIsValid(controller.selectedCoordinate))
controller:performPlacemarksSearch("qqxxyyzz")
controller:performPlacemarksSearch("Kyoto")
geoscript.after(1, function() controller:didSelectRow(1, 1) end)
geoscript.onFinish(function() assert(controller.status == kCLAuthorizationStatusAuthorizedAlways) end)
