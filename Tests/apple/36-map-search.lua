-- MapSearch: MyTableViewController searches near the user and shows what it found.
-- https://developer.apple.com/library/archive/samplecode/MapSearch
-- run: --from park.ndjson
local controller = { places = {} }
local locationManager = CLLocationManager()

function controller:startSearch(searchString)
  if self.localSearch and self.localSearch.searching then self.localSearch:cancel() end
  local newRegion = MKCoordinateRegion()
  newRegion.center.latitude = self.userLocation.latitude
  newRegion.center.longitude = self.userLocation.longitude
  newRegion.span.latitudeDelta = 0.112872
  newRegion.span.longitudeDelta = 0.109863
  local request = MKLocalSearchRequest()
  request.naturalLanguageQuery = searchString
  request.region = newRegion
  self.localSearch = MKLocalSearch(request)
  self.localSearch:startWithCompletionHandler(function(response, error)
    if error ~= nil then
      print("Could not find places", error.localizedDescription)
    else
      self.places = response.mapItems
      self.boundingRegion = response.boundingRegion
    end
  end)
end

function controller:didUpdateLocations(manager, locations)
  self.userLocation = locations[#locations].coordinate
  manager:stopUpdatingLocation()
  manager.delegate = nil
  self:startSearch("Sunnyvale")
end

function controller:didFailWithError(_, error) print(error) end

locationManager.delegate = controller
locationManager:requestWhenInUseAuthorization()
locationManager:startUpdatingLocation()
geoscript.onFinish(function()
  local mapItem = controller.places[1]
  print(mapItem.name, mapItem.placemark.administrativeArea, mapItem.phoneNumber, mapItem.url)
  local annotation = MKPointAnnotation()
  annotation.coordinate, annotation.title = mapItem.placemark.location.coordinate, mapItem.name
  local mapView = MKMapView()
  mapView:setRegion(controller.boundingRegion, true)
  mapView:addAnnotation(annotation)
  mapItem:openInMapsWithLaunchOptions(nil)
end)
