-- Sharing your location to find a park: one location, then the parks around it.
-- https://developer.apple.com/documentation/corelocation/sharing-your-location-to-find-a-park
-- run: --from park.ndjson
local controller = {}
local locationManager = CLLocationManager()

function controller:didUpdateLocations(_, locations)
  local location = locations[1]
  self.updates = (self.updates or 0) + 1
  local request = MKLocalPointsOfInterestRequest(location.coordinate, 5000)
  request.pointOfInterestFilter = MKPointOfInterestFilter({ MKPointOfInterestCategoryPark })
  MKLocalSearch(request):start(function(response, error)
    print(response and #response.mapItems, error and error.localizedDescription)
  end)
end

function controller:didFailWithError(_, error) print(error.localizedDescription) end

locationManager.delegate = controller
locationManager:requestLocation()
-- Apple: requestLocation delivers one location.
geoscript.onFinish(function() assert(controller.updates == 1) end)
