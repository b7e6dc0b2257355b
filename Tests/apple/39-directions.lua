-- MKDirections: the routes between two places, their steps, and the expected time of arrival.
-- https://developer.apple.com/documentation/mapkit/mkdirections
-- run:
local mapView = MKMapView.new{ frame = CGRectMake(0, 0, 320, 480) }
local delegate = {}
mapView.delegate = delegate

local function mapItem(latitude, longitude, name)
  local item = MKMapItem(MKPlacemark(CLLocationCoordinate2D(latitude, longitude)))
  item.name = name
  return item
end

local request = MKDirections.Request()
request.source = mapItem(37.3346, -122.0090, "Apple Park")
request.destination = mapItem(37.7749, -122.4194, "San Francisco")
request.transportType = MKDirectionsTransportTypeAutomobile
request.requestsAlternateRoutes = true
request.departureDate = NSDate(1780000000)

geoscript.task(function()
  local directions = MKDirections(request)
  local response, error = directions:calculate()
  if not response then return print(error.localizedDescription) end
  local route = response.routes[1]
  mapView:addOverlay(route.polyline, MKOverlayLevelAboveRoads)
  local padding = UIEdgeInsetsMake(20, 20, 20, 20)
  mapView:setVisibleMapRect_edgePadding_animated(route.polyline.boundingMapRect, padding, true)
  for _, step in ipairs(route.steps) do print(step.instructions, step.distance > 0) end
  print(table.concat(route.advisoryNotices, " "))
  local eta = MKDirections(request):calculateETA()
  -- Apple: the arrival is the departure and the travel time.
  local span = eta.expectedArrivalDate:timeIntervalSinceDate(eta.expectedDepartureDate)
  assert(math.abs(span - eta.expectedTravelTime) < 1e-6)
  assert(eta.source.name == "Apple Park" and eta.destination.name == "San Francisco")
end)

function delegate:rendererForOverlay(_, overlay)
  local renderer = MKPolylineRenderer(overlay)
  renderer.strokeColor, renderer.lineWidth = UIColor:blueColor(), 4
  return renderer
end

geoscript.onFinish(function() assert(#mapView.overlays == 1) end)
