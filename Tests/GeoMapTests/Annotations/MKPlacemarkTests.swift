import GeoCore
import GeoLocation
import Testing

@testable import GeoMap

/// Placemarks as annotations.
///
/// - Source: F-11.
struct MKPlacemarkTests {
  private var address: PlacemarkAddress {
    var address = PlacemarkAddress()
    (address.subThoroughfare, address.thoroughfare, address.locality) = ("1", "Infinite Loop", "Cupertino")
    (address.administrativeArea, address.postalCode) = ("CA", "95014")
    (address.country, address.ISOcountryCode) = ("United States", "US")
    return address
  }

  @Test func onePlacemarkIsMadeOfAnother() {
    let location = CLLocation(latitude: 37, longitude: -122, now: NSDate(timeIntervalSince1970: 0))
    let placemark = CLPlacemark(location: location, timeZone: "America/Los_Angeles", address: address)
    let copy = MKPlacemark(placemark: placemark)
    #expect(copy.location === location && copy.timeZone == "America/Los_Angeles" && copy.address == address)
    #expect(copy.countryCode == "US" && copy.coordinate.latitude == 37)
    #expect(copy.title == "1 Infinite Loop, Cupertino CA 95014, United States")
  }

  @Test func aPlacemarkOfACoordinateIsAnAnnotation() throws {
    let place = MKPlacemark(
      coordinate: CLLocationCoordinate2D(latitude: 0, longitude: 1),
      addressDictionary: [
        ("Street", .string("Main Street")), ("City", .string("Springfield")), ("Other", .integer(1)),
      ], now: NSDate(timeIntervalSince1970: 5))
    #expect(place.address.thoroughfare == "Main Street" && place.address.locality == "Springfield")
    #expect(place.location?.timestamp.timeIntervalSince1970 == 5)
    let it = AnnotatedMap()
    it.map.addAnnotation(place)
    #expect(it.map.view(for: place) != nil)
    #expect(MKPlacemark(placemark: CLPlacemark()).title == nil)
  }
}
