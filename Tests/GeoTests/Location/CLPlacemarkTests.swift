import Testing

@testable import Geo

/// Placemarks as values.
///
/// - Source: F-11.
struct CLPlacemarkTests {
  private var address: PlacemarkAddress {
    var address = PlacemarkAddress()
    (address.subThoroughfare, address.thoroughfare, address.locality) = ("1", "Infinite Loop", "Cupertino")
    (address.administrativeArea, address.postalCode) = ("CA", "95014")
    (address.country, address.ISOcountryCode) = ("United States", "US")
    return address
  }

  @Test func theAddressDictionaryAndThePartsSayTheSame() {
    let placemark = CLPlacemark(address: address)
    #expect(PlacemarkAddress(dictionary: placemark.addressDictionary) == address)
    #expect(placemark.formattedAddressLines == ["1 Infinite Loop", "Cupertino CA 95014", "United States"])
    #expect(CLPlacemark().addressDictionary.isEmpty && CLPlacemark().formattedAddressLines.isEmpty)
  }
}
