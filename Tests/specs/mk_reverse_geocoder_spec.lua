-- The old reverse geocoder, which asks once and tells a delegate.
local spec = require "spec"

local tokyo = CLLocationCoordinate2DMake(35.681236, 139.767125)
local calls = {}
local lookup = {}
function lookup:didFindPlacemark(geocoder, placemark)
  calls[#calls + 1] = { self, geocoder, placemark, geocoder.querying }
end
function lookup:didFailWithError(geocoder, err) calls[#calls + 1] = { self, geocoder, err } end

local once = MKReverseGeocoder.new{ coordinate = tokyo, delegate = lookup }
spec("one is made for a coordinate", function()
  spec.equal(once.coordinate, tokyo)
  spec.equal({ once.isQuerying, once.querying, once.placemark }, { false, false, nil })
  spec.equal(rawequal(once.delegate, lookup), true)
  spec.raises("'coordinate'", function() MKReverseGeocoder.new{ delegate = lookup } end)
  spec.raises("coordinate", function() once.coordinate = tokyo end)
end)

once:start()
spec("it asks once", function()
  spec.equal({ once.querying, #calls }, { true, 0 })
  spec.raises("already started", function() once:start() end)
end)

local cancelled = MKReverseGeocoder(tokyo)
local function never() error("told") end
cancelled.delegate = { didFindPlacemark = never, didFailWithError = never }
cancelled:start()
cancelled:cancel()
spec("one that is cancelled asks no more", function()
  spec.equal(cancelled.querying, false)
  spec.raises("already started", function() cancelled:start() end)
end)

-- Nobody is told, and nobody minds.
MKReverseGeocoder(tokyo):start()
MKReverseGeocoder.new{ coordinate = tokyo, delegate = {} }:start()
MKReverseGeocoder.new{ coordinate = CLLocationCoordinate2DMake(91, 0), delegate = lookup }:start()

spec.atEnd("the delegate is told once", function()
  spec.equal(#calls, 2)
  local me, geocoder, placemark, querying = table.unpack(calls[1])
  spec.equal({ rawequal(me, lookup), rawequal(geocoder, once), querying }, { true, true, false })
  spec.equal(MKPlacemark.is(placemark), true)
  spec.equal({ placemark.countryCode, rawequal(once.placemark, placemark) }, { "JP", true })
end)

spec.atEnd("the placemark's coordinate is that of the request to the last bit", function()
  local coordinate = calls[1][3].coordinate
  assert(coordinate.latitude == tokyo.latitude and coordinate.longitude == tokyo.longitude)
end)

spec.atEnd("nothing found is an error of Map Kit's", function()
  local err = calls[2][3]
  spec.equal({ err.domain, err.code }, { MKErrorDomain, MKErrorPlacemarkNotFound })
end)
