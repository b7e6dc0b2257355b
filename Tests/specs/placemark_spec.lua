-- Placemarks as values.
local spec = require "spec"

local place = MKPlacemark(CLLocationCoordinate2DMake(37.33, -122.03), {
  Name = "Apple", Thoroughfare = "Infinite Loop", SubThoroughfare = "1", City = "Cupertino", State = "CA",
  ZIP = "95014", Country = "United States", CountryCode = "US", SubLocality = "West",
  SubAdministrativeArea = "Santa Clara",
  InlandWater = "Creek", Ocean = "Pacific",
})

spec("an MKPlacemark is made of a coordinate and an address dictionary", function()
  spec.equal({ place.name, place.thoroughfare, place.subThoroughfare, place.locality, place.subLocality },
    { "Apple", "Infinite Loop", "1", "Cupertino", "West" })
  spec.equal({ place.administrativeArea, place.subAdministrativeArea, place.postalCode, place.country },
    { "CA", "Santa Clara", "95014", "United States" })
  spec.equal({ place.ISOcountryCode, place.countryCode, place.inlandWater, place.ocean },
    { "US", "US", "Creek", "Pacific" })
  spec.equal(place.location.coordinate.latitude, 37.33)
  spec.equal(place.coordinate.longitude, -122.03)
  spec.equal(place.addressDictionary.City, "Cupertino")
  spec.equal({ #place.areasOfInterest, place.region, place.timeZone }, { 0, nil, nil })
  spec.equal(place.title, "1 Infinite Loop, Cupertino CA 95014, United States")
  spec.equal(place.subtitle, nil)
end)

spec("one placemark is made of another", function()
  local copy = CLPlacemark(place)
  spec.equal(copy.name, "Apple")
  assert(not copy:isKindOfClass(MKPlacemark) and place:isKindOfClass(CLPlacemark))
  local again = MKPlacemark(copy)
  spec.equal(again.coordinate, place.coordinate)
  spec.raises("table", MKPlacemark, CLLocationCoordinate2DMake(0, 0), "Main Street")
end)

spec("a placemark is an annotation", function()
  local map = MKMapView.new{ frame = CGRectMake(0, 0, 400, 400) }
  map:addAnnotation(place)
  assert(rawequal(map.annotations[1], place))
  assert(map:viewForAnnotation(place))
end)

spec("matched is nil for a place that no geocoder found in place of another", function()
  spec.equal(MKPlacemark(CLLocationCoordinate2DMake(45, 14), { City = "London" }).matched, nil)
end)

spec("precision says how exact the address is", function()
  local function precision(address)
    return MKPlacemark(CLLocationCoordinate2DMake(45, 14), address).precision
  end
  spec.equal(precision{ City = "London" }, "place")
  spec.equal(precision{ Country = "France" }, "region")
  spec.equal(precision{ Thoroughfare = "Downing Street", City = "London" }, "street")
  spec.equal(precision{ SubThoroughfare = "10", Thoroughfare = "Downing Street" }, "house")
end)
