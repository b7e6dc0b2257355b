-- T5: the ways of MKDirections on a map, and the expected time of arrival.
return function(_ENV)
  local request = MKDirections.Request()
  request.source = MKMapItem(MKPlacemark(park))
  request.destination = MKMapItem(MKPlacemark(airport))
  request.requestsAlternateRoutes = true
  request.transportType = MKDirectionsTransportTypeAutomobile

  local directions = MKDirections(request)
  directions:calculate(function(response, error)
    if not response then return print("no way", error.code) end
    for _, route in ipairs(response.routes) do
      yourMapView:addOverlay(route.polyline)
      yourMapView:setVisibleMapRect(route.polyline.boundingMapRect, true)
      print(MKDistanceFormatter():stringFromDistance(route.distance), route.expectedTravelTime // 60, "minutes")
      for _, step in ipairs(route.steps) do print(step.instructions) end
      for _, notice in ipairs(route.advisoryNotices) do print(notice) end
    end
  end)
end
