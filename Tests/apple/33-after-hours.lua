-- Optimizing map views with filtering and camera constraints: AfterHoursViewController, search and completion.
-- https://developer.apple.com/documentation/mapkit/optimizing-map-views-with-filtering-and-camera-constraints
-- run:
local controller = { searchCompletions = {} }
-- Create one filter to share between search and autocomplete.
local pointOfInterestFilter = MKPointOfInterestFilter({ MKPointOfInterestCategoryNightlife,
  MKPointOfInterestCategoryRestaurant })
local searchRegion = MKCoordinateRegion(CLLocationCoordinate2D(37.3340, -121.8890), 3000, 3000)

function controller:init()
  self.searchCompleter = MKLocalSearchCompleter()
  self.searchCompleter.pointOfInterestFilter = pointOfInterestFilter
  self.searchCompleter.resultTypes = MKLocalSearchCompleterResultTypePointOfInterest
  self.searchCompleter.region = searchRegion
  self.searchCompleter.delegate = self
end

-- Search

function controller:searchForQuery(query)
  local request = MKLocalSearch.Request()
  request.naturalLanguageQuery = query
  self:configureRequest(request)
  self:searchRequest(request)
end

function controller:searchForCompletion(completion)
  local request = MKLocalSearch.Request(completion)
  self:configureRequest(request)
  self:searchRequest(request)
end

function controller:configureRequest(request)
  request.pointOfInterestFilter = pointOfInterestFilter
  request.resultTypes = MKLocalSearchResultTypePointOfInterest
  request.region = searchRegion
end

function controller:searchRequest(request)
  self.searchCompleter:cancel()
  self.search = MKLocalSearch(request)
  self.search:start(function(response, error)
    if error then
      self:handleSearchError(error)
    elseif response then
      for _, item in ipairs(response.mapItems) do print("shows", item.name) end
    end
    self.search = nil
  end)
end

function controller:handleSearchError(error) print("An Error Occurred", error.localizedDescription) end

-- MKLocalSearchCompleterDelegate

function controller:completerDidUpdateResults(completer)
  self.searchCompletions = completer.results
  print(#completer.results, completer.queryFragment)
end

-- Different: the sample has no such function; a gazetteer without points of interest says so here.
function controller:didFailWithError(completer, error) print(completer.queryFragment, error.localizedDescription) end

-- UISearchBarDelegate

function controller:textDidChange(searchText)
  if #searchText < #self.searchCompleter.queryFragment then self.searchCompletions = {} end
  -- Completions based on less than 3 characters are likely to be too inaccurate.
  if #searchText >= 3 then self.searchCompleter.queryFragment = searchText end
end

function controller:searchBarCancelButtonClicked()
  self.searchCompletions = {}
  self.searchCompleter.queryFragment = ""
  self.searchCompleter:cancel()
  if self.search then self.search:cancel() end
end

controller:init()
controller:textDidChange("Sa")
controller:textDidChange("San Jose")
controller:searchForQuery("San Jose")
geoscript.task(function()
  geoscript.sleep(1)
  -- Different: a place of the built-in set is none of these categories, so there is nothing to complete.
  assert(#controller.searchCompletions == 0)
  controller.searchCompleter.pointOfInterestFilter = nil
  controller.searchCompleter.resultTypes = MKLocalSearchCompleterResultTypeAddress
  controller:textDidChange("San Jos")
  geoscript.sleep(1)
  controller:searchForCompletion(controller.searchCompletions[1])
  geoscript.sleep(1)
  controller:searchBarCancelButtonClicked()
  assert(controller.searchCompleter.queryFragment == "" and not controller.searchCompleter.isSearching)
end)
