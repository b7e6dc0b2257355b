import Geo

extension PlacemarkAddress {
  /// Its parts in one line, from the house to the country.
  var asText: String {
    [name, street, subLocality, locality, administrativeArea, postalCode, country ?? ISOcountryCode]
      .compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Whether all of it fits into the fields of a structured search.
  var isStructured: Bool {
    name == nil && (thoroughfare ?? locality ?? postalCode ?? administrativeArea) != nil
  }
}
