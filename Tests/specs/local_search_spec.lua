-- Searches, map items, directions and distances. Places are those of the built-in set; there is no router.
local spec = require "spec"

local start = geoscript.now()
local answers = {}
local function note(name)
  return function(response, err) answers[name] = { response, err, geoscript.now() - start } end
end

local request = MKLocalSearch.Request()
request.naturalLanguageQuery = "Zürich"
request.region = MKCoordinateRegionMakeWithDistance(CLLocationCoordinate2DMake(47.37, 8.54), 20000, 20000)
local search = MKLocalSearch(request)
search:startWithCompletionHandler(note("Zürich"))
local wasSearching = search.isSearching and search.searching
MKLocalSearch(MKLocalSearchRequest.new{ naturalLanguageQuery = "qqxxyyzz" }):start(note("nothing"))
local cancelled = MKLocalSearch(request)
cancelled:start(note("cancelled"))
cancelled:cancel()

local function item(latitude, longitude)
  return MKMapItem(MKPlacemark(CLLocationCoordinate2DMake(latitude, longitude)))
end
local way = MKDirections.Request()
way.source, way.destination = item(48, 11), item(48, 12)
local directions = MKDirections(way)
directions:calculateDirectionsWithCompletionHandler(note("way"))
local wasCalculating = directions.isCalculating and directions.calculating
local walk = MKDirectionsRequest.new{ source = item(48, 11), destination = item(48, 11.01),
  transportType = MKDirectionsTransportTypeWalking, requestsAlternateRoutes = true,
  departureDate = NSDate(1000) }
MKDirections(walk):calculateETAWithCompletionHandler(note("walk"))
walk.departureDate, walk.arrivalDate = nil, NSDate(5000)
MKDirections(walk):calculateETA(note("arrival"))
local stopped = MKDirections(way)
stopped:calculate(note("stopped"))
stopped:cancel()
geoscript.task(function()
  answers.awaited = { MKLocalSearch(request):start() }
  answers.awaitedWay = { MKDirections(way):calculateETA() }
end)

spec("a request is read where it is given", function()
  spec.equal({ request.naturalLanguageQuery, request.region.center.latitude }, { "Zürich", 47.37 })
  assert(wasSearching and wasCalculating)
  spec.equal({ walk.requestsAlternateRoutes, walk.transportType }, { true, 2 })
  assert(walk.source and walk.destination and walk.arrivalDate and way.departureDate == nil)
  spec.raises("the request has no destination", function()
    MKDirections(MKDirectionsRequest.new{ source = item(1, 1) })
  end)
  spec.raises("function expected as the last argument", function() MKLocalSearch(request):start() end)
  spec.equal({ MKDirectionsTransportTypeAutomobile, MKDirectionsTransportTypeTransit,
    MKDirectionsTransportTypeCycling, MKDirectionsTransportTypeAny }, { 1, 4, 8, 0x0FFFFFFF })
end)

spec.atEnd("a search finds places by their names", function()
  local response = answers["Zürich"][1]
  spec.equal(answers["Zürich"][3], 0)
  assert(response:isKindOfClass(MKLocalSearchResponse))
  local first = response.mapItems[1]
  spec.equal({ first.name, first.isCurrentLocation, first.placemark.countryCode }, { "Zürich", false, "CH" })
  spec.near(first.placemark.coordinate.latitude, 47.37, 0.05)
  assert(response.boundingRegion.span.latitudeDelta >= 0)
  spec.equal({ answers.nothing[1], answers.nothing[2].domain, answers.nothing[2].code }, { nil, MKErrorDomain, 4 })
  assert(answers.cancelled[2] and not search.isSearching)
  spec.equal(answers.awaited[1].mapItems[1].name, "Zürich")
end)

spec.atEnd("without a router the way is an estimate that says so", function()
  local response = answers.way[1]
  local route = response.routes[1]
  assert(route.isEstimate and route.advisoryNotices[1]:find("estimate", 1, true))
  spec.near(route.distance, 1.3 * geoscript.distance(CLLocationCoordinate2DMake(48, 11),
    CLLocationCoordinate2DMake(48, 12)), 1e-6)
  spec.near(route.expectedTravelTime, route.distance / (60 / 3.6), 1e-6)
  spec.equal({ route.name, route.transportType, route.polyline.pointCount, #route.steps }, { "", 1, 2, 1 })
  local step = route.steps[1]
  assert(response:isKindOfClass(MKDirectionsResponse) and route:isKindOfClass(MKRoute))
  assert(step:isKindOfClass(MKRouteStep) and answers.walk[1]:isKindOfClass(MKETAResponse))
  spec.equal({ step.instructions, step.distance, step.transportType, step.polyline.pointCount },
    { "Go to the destination", route.distance, 1, 2 })
  assert(response.source.placemark and response.destination.placemark)
  local eta = answers.walk[1]
  local departure = eta.expectedDepartureDate:timeIntervalSince1970()
  spec.equal({ eta.isEstimate, eta.transportType, departure }, { true, 2, 1000 })
  spec.near(eta.expectedTravelTime, eta.distance / (5 / 3.6), 1e-6)
  spec.near(eta.expectedArrivalDate:timeIntervalSince1970(), 1000 + eta.expectedTravelTime, 1e-6)
  spec.equal(answers.arrival[1].expectedArrivalDate:timeIntervalSince1970(), 5000)
  assert(eta.source and eta.destination and answers.stopped[2])
  assert(answers.awaitedWay[1].isEstimate)
end)

spec("a map item", function()
  local place = MKMapItem.new{ placemark = MKPlacemark(CLLocationCoordinate2DMake(1, 2)), name = "Here",
    phoneNumber = "+41", url = "https://example.org" }
  spec.equal({ place.name, place.phoneNumber, place.url, place.placemark.coordinate.longitude },
    { "Here", "+41", "https://example.org", 2 })
  local own = MKMapItem:mapItemForCurrentLocation()
  assert(own.isCurrentLocation and own.placemark == nil)
  spec.equal(tostring(place), "MKMapItem (name:'Here', isCurrentLocation:false)")
end)

spec("distances as people say them", function()
  local formatter = MKDistanceFormatter()
  local function all(...)
    local words = {}
    for _, meters in ipairs{ ... } do words[#words + 1] = formatter:stringFromDistance(meters) end
    return words
  end
  spec.equal(all(0, 3.4, 42, 123, 980, 1234, 9940, 12345), { "0 m", "3 m", "40 m", "100 m", "1 km", "1.2 km",
    "9.9 km", "12 km" })
  formatter.units, formatter.unitStyle = MKDistanceFormatterUnitsImperial, MKDistanceFormatterUnitStyleFull
  spec.equal(all(0.3048, 100, 1609.344, 16093.44), { "1 foot", "350 feet", "1 mile", "10 miles" })
  formatter.units, formatter.unitStyle = MKDistanceFormatterUnitsImperialWithYards,
    MKDistanceFormatterUnitStyleAbbreviated
  spec.equal(all(91.44, 1000), { "100 yd", "0.6 mi" })
  spec.near(formatter:distanceFromString("1.2 km"), 1200)
  spec.near(formatter:distanceFromString("2 miles"), 3218.688)
  spec.equal(formatter:distanceFromString("far"), -1)
  spec.equal({ formatter.units, formatter.unitStyle, MKDistanceFormatterUnitsMetric }, { 3, 1, 1 })
  spec.equal({ MKDistanceFormatterUnitsDefault, MKDistanceFormatterUnitStyleDefault }, { 0, 0 })
end)
