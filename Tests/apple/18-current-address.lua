-- CurrentAddress: MapViewController shows the user, and the address of where the user is.
-- https://developer.apple.com/library/archive/samplecode/CurrentAddress
-- run: --from park.ndjson
local controller = {}
local mapView = MKMapView()
local geocoder = CLGeocoder()

function controller:viewDidLoad()
  mapView.delegate = self
  mapView.showsUserLocation = true
end

function controller:didUpdateUserLocation(map, userLocation)
  map:setRegion(MKCoordinateRegion(userLocation.coordinate, MKCoordinateSpan(0.02, 0.02)), true)
  if geocoder.isGeocoding or self.placemark then return end
  geocoder:reverseGeocodeLocation(userLocation.location, function(placemarks, error)
    if placemarks and #placemarks > 0 then
      self.placemark = placemarks[1]
    else
      print("There was a forward geocoding error", error.localizedDescription)
    end
  end)
end

controller:viewDidLoad()
geoscript.onFinish(function()
  local placemark = controller.placemark
  print(placemark.thoroughfare, placemark.locality, placemark.administrativeArea, placemark.country)
  assert(math.abs(mapView.region.center.latitude - 37.3409) < 1e-4)
end)
