-- T4: the example of MKLocalSearch in Apple's reference.
return function(_ENV)
  local searchRequest = MKLocalSearch.Request()
  searchRequest.naturalLanguageQuery = "Zürich"
  searchRequest.region = yourMapView.region

  local search = MKLocalSearch(searchRequest)
  search:start(function(response, error)
    if not response then
      -- Handle the error.
      print("search failed", error.localizedDescription)
      return
    end
    for _, item in ipairs(response.mapItems) do
      if item.name and item.placemark.location then
        local location = item.placemark.location
        print(string.format("%s: %.2f,%.2f", item.name, location.coordinate.latitude, location.coordinate.longitude))
      end
    end
  end)
end
