-- WorldCities: MapViewController flies over the world to the city that was chosen.
-- https://developer.apple.com/library/archive/samplecode/WorldCities
-- run:
local mapView = MKMapView.new{ frame = CGRectMake(0, 0, 320, 480) }
local controller = {}
mapView.delegate = controller

function controller:setMapType(selectedSegmentIndex)
  local types = { [0] = MKMapTypeStandard, [1] = MKMapTypeSatellite }
  mapView.mapType = types[selectedSegmentIndex] or MKMapTypeHybrid
end

function controller:animateToWorld(worldCity)
  local current = mapView.region
  local zoomOut = MKCoordinateRegionMake(CLLocationCoordinate2DMake(
    (current.center.latitude + worldCity.coordinate.latitude) / 2.0,
    (current.center.longitude + worldCity.coordinate.longitude) / 2.0), MKCoordinateSpanMake(90, 90))
  mapView:setRegion_animated(zoomOut, true)
end

function controller:animateToPlace(worldCity)
  local region = MKCoordinateRegion()
  region.center = worldCity.coordinate
  region.span = MKCoordinateSpanMake(0.4, 0.4)
  mapView:setRegion_animated(region, true)
end

function controller:didChooseWorldCity(aPlace)
  self.title = aPlace.name
  local current = mapView.region
  if current.span.latitudeDelta < 10 then
    geoscript.after(0.3, function() self:animateToWorld(aPlace) end)
    geoscript.after(1.7, function() self:animateToPlace(aPlace) end)
  else
    geoscript.after(0.3, function() self:animateToPlace(aPlace) end)
  end
end

function controller:regionDidChangeAnimated(map, animated)
  print(self.title, animated, string.format("%.1f", map.region.span.latitudeDelta))
end

controller:setMapType(2)
assert(mapView.mapType == MKMapTypeHybrid)
controller:didChooseWorldCity{ name = "Lima", coordinate = CLLocationCoordinate2DMake(-12.05, -77.05) }
geoscript.after(10, function()
  -- Apple: the region is adjusted to the shape of the view, so that all of the span is visible.
  assert(mapView.region.span.latitudeDelta >= 0.4 and mapView.region.span.longitudeDelta >= 0.39)
  controller:didChooseWorldCity{ name = "Oslo", coordinate = CLLocationCoordinate2DMake(59.91, 10.75) }
end)
geoscript.after(20, function() assert(math.abs(mapView.centerCoordinate.latitude - 59.91) < 0.01) end)
