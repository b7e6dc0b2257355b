-- Completions of names, geocoding requests of Map Kit, and addresses. Places are those of the built-in set.
local spec = require "spec"

local answers, calls = {}, {}
local completer = MKLocalSearchCompleter()
local delegate = {}
function delegate:completerDidUpdateResults(sender)
  calls[#calls + 1] = { sender == completer, sender.queryFragment, sender.results, sender.isSearching }
end
function delegate:didFailWithError(_, err) calls[#calls + 1] = { err.domain, err.code, err.localizedDescription } end
completer.delegate = delegate
completer.queryFragment = "Zag"
local wasSearching = completer.isSearching and completer.searching
completer.region = MKCoordinateRegionMakeWithDistance(CLLocationCoordinate2DMake(47.37, 8.54), 20000, 20000)
completer.queryFragment = "zür"

local silent = MKLocalSearchCompleter()
silent.delegate = { completerDidUpdateResults = function() error("cancelled") end }
silent.queryFragment = "Zür"
silent:cancel()

local nothing = MKLocalSearchCompleter()
nothing.delegate = { completerDidUpdateResults = function() answers.nothing = #nothing.results end }
nothing.queryFragment = "qqxxyyzz"

local filtered = MKLocalSearchCompleter()
filtered.delegate = { didFailWithError = function(_, err) answers.filtered = err end }
filtered.pointOfInterestFilter = MKPointOfInterestFilter({ MKPointOfInterestCategoryCafe })
filtered.queryFragment = "Zür"

local unwanted = MKLocalSearchCompleter()
unwanted.resultTypes = MKLocalSearchCompleterResultTypePointOfInterest | MKLocalSearchCompleterResultTypeQuery
unwanted.delegate = { completerDidUpdateResults = function() answers.unwanted = #unwanted.results end }
unwanted.queryFragment = "Zür"

local request = MKGeocodingRequest("Zürich")
request.region, request.preferredLocale = completer.region, "de"
request:getMapItemsWithCompletionHandler(function(items, err) answers.forward = { items, err } end)
local wasLoading = request.isLoading and request.loading
local reverse = MKReverseGeocodingRequest(CLLocation(47.37, 8.54))
reverse.preferredLocale = "en"
reverse:getMapItems(function(items, err) answers.reverse = { items, err } end)
local cancelled = MKReverseGeocodingRequest.new{ location = CLLocation(47.37, 8.54) }
cancelled:getMapItems(function(items, err) answers.cancelled = { items, err } end)
cancelled:cancel()
local gone = MKGeocodingRequest.new{ addressString = "qqxxyyzz" }
gone:getMapItems(function(items, err) answers.gone = { items, err } end)
gone:cancel()
geoscript.task(function() answers.awaited = { MKGeocodingRequest("Zürich"):getMapItems() } end)

local required = MKLocalSearch.Request()
required.naturalLanguageQuery = "Zürich"
required.region = MKCoordinateRegionMakeWithDistance(CLLocationCoordinate2DMake(-33, 151), 20000, 20000)
required.regionPriority = MKLocalSearchRegionPriorityRequired
MKLocalSearch(required):start(function(_, err) answers.required = err end)
local lakes = MKLocalSearchRequest.new{ naturalLanguageQuery = "Zürich",
  resultTypes = MKLocalSearchResultTypePhysicalFeature | MKLocalSearchResultTypePointOfInterest }
MKLocalSearch(lakes):start(function(response, err)
  answers.lakes = response and response.mapItems[1].name or err.code
end)

spec("requests say what they are", function()
  assert(wasSearching and wasLoading)
  spec.equal({ completer.queryFragment, completer.region.center.latitude, completer.resultTypes },
    { "zür", 47.37, 15 })
  spec.equal({ request.addressString, request.preferredLocale, request.region.center.longitude },
    { "Zürich", "de", 8.54 })
  spec.equal({ reverse.location.coordinate.latitude, reverse.preferredLocale }, { 47.37, "en" })
  assert(cancelled.isCancelled and cancelled.cancelled and gone.isCancelled and gone.cancelled)
  assert(reverse.isLoading and reverse.loading)
  assert(filtered.pointOfInterestFilter and silent.results[1] == nil)
  spec.equal({ lakes.resultTypes, required.regionPriority, MKLocalSearchRegionPriorityDefault }, { 6, 1, 0 })
  spec.equal({ MKLocalSearchResultTypeAddress, MKLocalSearchCompleterResultTypeAddress,
    MKLocalSearchCompleterResultTypePhysicalFeature }, { 1, 1, 8 })
  spec.raises("loading already", function() request:getMapItems(function() end) end)
  spec.raises("function expected as the last argument", function() MKGeocodingRequest("x"):getMapItems() end)
  spec.raises("MKLocalSearchCompletion", function() return MKLocalSearchRequest(NSDate(0)) end)
end)

spec.atEnd("only the last text is answered", function()
  spec.equal(#calls, 1)
  spec.equal({ calls[1][1], calls[1][2], calls[1][4] }, { true, "zür", false })
  local first = calls[1][3][1]
  assert(first:isKindOfClass(MKLocalSearchCompletion) and completer:isKindOfClass(MKLocalSearchCompleter))
  spec.equal({ first.title, #first.titleHighlightRanges }, { "Zürich", 1 })
  spec.equal(first.titleHighlightRanges[1], { location = 0, length = 4 })
  assert(first.subtitle:find("Switzerland", 1, true) and #first.subtitleHighlightRanges <= 1)
  spec.equal(MKLocalSearchRequest(first).naturalLanguageQuery, first.title .. ", " .. first.subtitle)
  spec.equal({ answers.nothing, answers.unwanted }, { 0, 0 })
  spec.equal({ answers.filtered.domain, answers.filtered.code }, { MKErrorDomain, 1 })
  completer.queryFragment = ""
  spec.equal(#completer.results, 0)
end)

spec.atEnd("requests give map items", function()
  local item = answers.forward[1][1]
  spec.near(item.location.coordinate.latitude, 47.37, 0.05)
  spec.equal({ item.timeZone, answers.reverse[1][1].placemark.countryCode }, { "Europe/Zurich", "CH" })
  assert(request:isKindOfClass(MKGeocodingRequest) and reverse:isKindOfClass(MKReverseGeocodingRequest))
  spec.equal({ answers.awaited[1][1].name, answers.awaited[2] }, { "Zürich", nil })
  spec.equal({ answers.cancelled[1], answers.cancelled[2].domain }, { nil, MKErrorDomain })
  spec.equal({ answers.gone[1], answers.required.code }, { nil, 4 })
  assert(answers.gone[2] and answers.lakes)
  local parts = answers.reverse[1][1].addressRepresentations
  assert(parts:isKindOfClass(MKAddressRepresentations))
  spec.equal({ parts.regionName, parts.regionCode }, { "Switzerland", "CH" })
  local city = parts.cityName
  assert(parts.cityWithContext:sub(1, #city) == city and parts.cityWithContext:find("Switzerland", 1, true))
  spec.equal({ parts:cityWithContextUsingStyle(MKAddressRepresentationsContextStyleShort):find("Switzerland"),
    parts:cityWithContextUsingStyle(MKAddressRepresentationsContextStyleFull),
    parts:cityWithContextUsingStyle(MKAddressRepresentationsContextStyleAutomatic) },
    { nil, parts.cityWithContext, parts.cityWithContext })
  assert(parts:fullAddress(true, true):find(", Switzerland", 1, true))
  assert(parts:fullAddress(true, false):find("\nSwitzerland", 1, true))
  assert(not parts:fullAddressIncludingRegion_singleLine(false, true):find("Switzerland", 1, true))
  assert(answers.reverse[1][1].address.fullAddress == parts:fullAddress(true, true))
end)

spec("a map item of a location and an address", function()
  local address = MKAddress("1 Apple Park Way, Cupertino, CA 95014, United States", "1 Apple Park Way")
  local item = MKMapItem(CLLocation(37.33, -122.01), address)
  assert(address:isKindOfClass(MKAddress))
  spec.equal({ item.address.fullAddress, item.address.shortAddress },
    { "1 Apple Park Way, Cupertino, CA 95014, United States", "1 Apple Park Way" })
  spec.equal({ item.location.coordinate.longitude, item.placemark.coordinate.latitude }, { -122.01, 37.33 })
  spec.equal({ item.timeZone, item.name }, {})
  spec.equal(MKMapItem.new{ location = CLLocation(1, 2) }.address, nil)
  local own = MKMapItem:mapItemForCurrentLocation()
  spec.equal({ own.location, own.address, own.addressRepresentations }, {})
  spec.raises("an MKPlacemark, or a CLLocation", function() return MKMapItem() end)
  spec.equal(MKAddress.new{ fullAddress = "x" }.shortAddress, nil)
end)
