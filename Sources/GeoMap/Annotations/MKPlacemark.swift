public import GeoCore
public import GeoLocation

/// A place with its names as an annotation.
///
/// - Source: F-11.
public final class MKPlacemark: CLPlacemark, MKAnnotation {
  /// A place with the data of an address dictionary.
  ///
  /// - Parameter now: the time of its location.
  public convenience init(
    coordinate: CLLocationCoordinate2D, addressDictionary: [(name: String, value: JSONValue)]? = nil,
    now: NSDate
  ) {
    self.init(
      location: CLLocation(latitude: coordinate.latitude, longitude: coordinate.longitude, now: now),
      address: PlacemarkAddress(dictionary: addressDictionary ?? []), addressDictionary: addressDictionary)
  }

  public var coordinate: CLLocationCoordinate2D { location?.coordinate ?? kCLLocationCoordinate2DInvalid }

  /// The address on one line, or else its name.
  public var title: String? {
    let lines = formattedAddressLines
    return lines.isEmpty ? address.name : lines.joined(separator: ", ")
  }

  /// The two-letter code of ISO 3166.
  public var countryCode: String? { address.ISOcountryCode }
}
