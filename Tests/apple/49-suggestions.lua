-- Interacting with nearby points of interest: SuggestionsViewController completes what is typed, then searches.
-- https://developer.apple.com/documentation/mapkit/interacting-with-nearby-points-of-interest
-- run:
local controller = {}
local searchRegion = MKCoordinateRegion(CLLocationCoordinate2D(37.77, -122.42), 100000, 100000)

function controller:startProvidingCompletions()
  self.searchCompleter = MKLocalSearchCompleter()
  self.searchCompleter.delegate = self
  self.searchCompleter.region = searchRegion
end

function controller:stopProvidingCompletions() self.searchCompleter = nil end

function controller:createHighlightedString(text, rangeValues)
  -- From the end, so that earlier ranges stay where they are.
  for i = #rangeValues, 1, -1 do
    local range = rangeValues[i]
    local first, last = range.location + 1, range.location + range.length
    text = text:sub(1, first - 1) .. "[" .. text:sub(first, last) .. "]" .. text:sub(last + 1)
  end
  return text
end

function controller:completerDidUpdateResults(completer)
  local suggestion = completer.results[1]
  print(completer.queryFragment, #completer.results > 0,
    self:createHighlightedString(suggestion.title, suggestion.titleHighlightRanges),
    self:createHighlightedString(suggestion.subtitle, suggestion.subtitleHighlightRanges))
  if self.isTyping then return end
  local searchRequest = MKLocalSearch.Request(suggestion)
  searchRequest.region = searchRegion
  searchRequest.resultTypes = MKLocalSearchResultTypeAddress
  MKLocalSearch(searchRequest):start(function(response, error)
    if error then return print(error.localizedDescription) end
    print("found", response.mapItems[1].name, response.mapItems[1].placemark.countryCode)
  end)
end

function controller:didFailWithError(completer, error)
  print("MKLocalSearchCompleter encountered an error:", error.localizedDescription, completer.queryFragment)
end

function controller:updateSearchResults(text) self.searchCompleter.queryFragment = text end

controller:startProvidingCompletions()
controller.isTyping = true
-- Apple: each text ends the search for the one before; only the last one of a moment is answered.
controller:updateSearchResults("S")
controller:updateSearchResults("San")
geoscript.after(1, function()
  controller.isTyping = false
  controller:updateSearchResults("san fra")
end)
geoscript.after(2, function()
  controller:updateSearchResults("")
  assert(#controller.searchCompleter.results == 0)
  controller:stopProvidingCompletions()
end)
