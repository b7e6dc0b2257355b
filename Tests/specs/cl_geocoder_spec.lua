-- Geocoders: who is called when, with what. Places are those of the built-in set.
local spec = require "spec"

local function location(latitude, longitude) return CLLocation(latitude, longitude) end

local told = {}
local function note(name)
  return function(placemarks, err) told[#told + 1] = { name, placemarks, err, geoscript.now() } end
end
local function answer(name)
  local found
  for _, one in ipairs(told) do
    if one[1] == name then
      if found then error(name .. " was told twice", 2) end
      found = one
    end
  end
  return found or error(name .. " was not told", 2)
end
local function first(name)
  local one = answer(name)
  if not one[2] then error(name .. ": " .. tostring(one[3]), 2) end
  return one[2][1]
end

local start = geoscript.now()
local tokyo = location(35.681236, 139.767125)
local geocoder = CLGeocoder.new{}
geocoder:reverseGeocodeLocation(tokyo, note("Tokyo"))
geocoder:reverseGeocodeLocation(tokyo, note("busy"))
local cancelled = CLGeocoder()
cancelled:reverseGeocodeLocation_completionHandler(tokyo, note("cancelled"))
local wasGeocoding = cancelled.isGeocoding and cancelled.geocoding
cancelled:cancelGeocode()
cancelled:cancelGeocode()
local isGeocoding = cancelled.isGeocoding

-- Each form of each call, with what it finds.
CLGeocoder():reverseGeocodeLocation(tokyo, "ja", note("language"))
CLGeocoder():reverseGeocodeLocation(tokyo, nil, note("no option"))
CLGeocoder():reverseGeocodeLocation_heading_completionHandler(tokyo, nil, note("heading"))
CLGeocoder():reverseGeocodeLocation_preferredLocale_completionHandler(tokyo, "ja_JP", note("locale"))
CLGeocoder():reverseGeocodeLocation(location(0, -30), note("Atlantic"))
CLGeocoder():geocodeAddressString("1 infinite loop, cupertino", note("loop"))
CLGeocoder():geocodeAddressString_completionHandler("TOKYO", note("string"))
CLGeocoder():geocodeAddressString("Ljublana", note("slip"))
local europe = CLCircularRegion(CLLocationCoordinate2DMake(50, 10), 1e6, "Europe")
CLGeocoder():geocodeAddressString("Paris", europe, note("region"))
CLGeocoder():geocodeAddressString_inRegion_completionHandler("Paris", nil, note("no region"))
CLGeocoder():geocodeAddressString_inRegion_preferredLocale_completionHandler("Paris", europe, "fr", note("all"))
CLGeocoder():geocodeAddressDictionary({ City = "Berlin", CountryCode = "DE" }, note("dictionary"))
CLGeocoder():geocodeAddressDictionary_completionHandler({ City = "Berlin" }, note("long dictionary"))
CLGeocoder():geocodePostalAddress({ city = "Berlin", ISOCountryCode = "DE" }, note("postal"))
CLGeocoder():geocodePostalAddress_completionHandler({ city = "Berlin" }, note("long postal"))
CLGeocoder():geocodePostalAddress_preferredLocale_completionHandler({ city = "Berlin" }, nil, note("postal locale"))

-- What cannot be found.
CLGeocoder():reverseGeocodeLocation(location(91, 0), note("nowhere"))
CLGeocoder():geocodeAddressString(" \t", note("blank"))
CLGeocoder():geocodeAddressString("qqxzzy vkkwjjq", note("nonsense"))
CLGeocoder():geocodeAddressDictionary({}, note("no parts"))
for i, text in ipairs{ string.rep("x", 10000), "\"' OR 1=1; --", "NEAR(a b) AND * NOT ^", "\xff\xfe" } do
  CLGeocoder():geocodeAddressString(text, note("hostile " .. i))
end

spec("nothing is told inside the call", function()
  spec.equal(#told, 0)
  spec.equal({ geocoder.geocoding, wasGeocoding, isGeocoding }, { true, true, false })
end)

spec("what is no request is an error at once", function()
  spec.raises("function expected", function() geocoder:reverseGeocodeLocation(tokyo) end)
  spec.raises("function expected", function() geocoder:reverseGeocodeLocation(tokyo, "ja") end)
  spec.raises("function expected", function() geocoder:geocodeAddressString("Tokyo") end)
  spec.raises("CLLocation expected", function() geocoder:reverseGeocodeLocation({}, print) end)
  spec.raises("CLHeading", function() geocoder:reverseGeocodeLocation(tokyo, 12, print) end)
  spec.raises("CLHeading expected", function() geocoder:reverseGeocodeLocation(tokyo, tokyo, print) end)
  spec.raises("CLRegion", function() geocoder:geocodeAddressString("Tokyo", "ja", print) end)
  spec.raises("CLRegion expected", function() geocoder:geocodeAddressString("Tokyo", tokyo, print) end)
  spec.raises("string expected", function() geocoder:geocodeAddressString(nil, print) end)
  spec.raises("an address has no character NUL", function() geocoder:geocodeAddressString("a\0b", print) end)
  spec.raises("table of strings by key", function() geocoder:geocodeAddressDictionary("Tokyo", print) end)
  spec.raises("did you mean 'street'", function() geocoder:geocodePostalAddress({ steet = "x" }, print) end)
  spec.raises("geocodeAdressString", function() geocoder:geocodeAdressString("Tokyo", print) end)
end)

local order = {}
geoscript.after(1, function()
  -- One that a handler starts follows the others of that time.
  geocoder:reverseGeocodeLocation(tokyo, function()
    order[#order + 1] = "first"
    geocoder:reverseGeocodeLocation(tokyo, function() order[#order + 1] = "chained" end)
    order[#order + 1] = geocoder.geocoding
  end)
  CLGeocoder():reverseGeocodeLocation(tokyo, function() order[#order + 1] = "second" end)
  order[#order + 1] = "asked"
end)
geoscript.after(1, function() order[#order + 1] = "timer" end)

spec.atEnd("each is told once, at the time of its request, in order", function()
  for i, one in ipairs(told) do
    if one[1] ~= "onFinish" then spec.equal(one[4] - start, 0.0) end
    if i <= 3 then spec.equal(one[1], ({ "Tokyo", "busy", "cancelled" })[i]) end
  end
  spec.equal(order, { "asked", "timer", "first", true, "second", "chained" })
  spec.equal(geocoder.geocoding, false)
end)

spec.atEnd("a second request and a cancelled one are told so", function()
  for _, name in ipairs{ "busy", "cancelled" } do
    local one = answer(name)
    spec.equal({ one[2], one[3].domain, one[3].code }, { nil, kCLErrorDomain, kCLErrorGeocodeCanceled })
  end
end)

spec.atEnd("a placemark says where something is", function()
  for _, name in ipairs{ "Tokyo", "language", "no option", "heading", "locale" } do
    local place = first(name)
    spec.equal({ place.ISOcountryCode, CLPlacemark.is(place) }, { "JP", true })
  end
  spec.equal(answer("Tokyo")[3], nil)
  local place = first("Tokyo")
  spec.equal({ place.timeZone, place.country ~= nil, place.locality ~= nil }, { "Asia/Tokyo", true, true })
  spec.equal({ place.region.radius >= 50, place.location.timestamp }, { true, start })
  spec.equal(first("Atlantic").ocean:find("Atlantic", 1, true) ~= nil, true)
end)

spec.atEnd("a name finds its place", function()
  local loop = first("loop")
  spec.equal(loop.locality, "Cupertino")
  spec.near(loop.location.coordinate.latitude, 37.33, 0.01)
  spec.equal(first("string").ISOcountryCode, "JP")
  for _, name in ipairs{ "region", "no region", "all" } do spec.equal(first(name).ISOcountryCode, "FR") end
  for _, name in ipairs{ "dictionary", "long dictionary", "postal", "long postal", "postal locale" } do
    spec.equal({ first(name).ISOcountryCode, first(name).locality }, { "DE", "Berlin" })
  end
end)

spec.atEnd("nothing found is an error, whatever the text", function()
  for _, name in ipairs{ "nowhere", "blank", "nonsense", "no parts" } do
    local one = answer(name)
    spec.equal({ one[2], one[3].domain, one[3].code }, { nil, kCLErrorDomain, kCLErrorGeocodeFoundNoResult })
  end
  for i = 1, 4 do
    local one = answer("hostile " .. i)
    assert(one[2] or one[3].code == kCLErrorGeocodeFoundNoResult, tostring(one[3]))
  end
end)

spec.atEnd("an answer that is not quite what was asked for says so", function()
  local one = answer("slip")
  spec.equal({ one[3].domain, one[3].code }, { kCLErrorDomain, kCLErrorGeocodeFoundPartialResult })
  spec.equal({ one[2][1].name, one[2][1].matched, one[2][1].precision }, { "Ljubljana", "Ljubljana", "place" })
  spec.equal({ answer("string")[3], first("string").matched }, {})
end)

-- One asked for when the input has ended is answered all the same.
geoscript.onFinish(function()
  CLGeocoder():reverseGeocodeLocation(tokyo, function(placemarks)
    if not placemarks then error("no placemark after the end") end
  end)
end)
