package import GeoCore
public import GeoLocation

/// A place of the map with what is known of it.
///
/// - Source: Apple's reference of `MKMapItem`; GC-44.
public final class MKMapItem {
  /// Nil for the user's location.
  public let placemark: MKPlacemark?
  /// Nil if nothing is known of it.
  public let address: MKAddress?
  public var name: String?
  public var phoneNumber: String?
  public var url: String?
  /// Its kind; nil if unknown.
  public var pointOfInterestCategory: MKPointOfInterestCategory?
  /// What a binding holds for these texts.
  package var memory: AnyObject?

  public init(placemark: MKPlacemark) {
    self.placemark = placemark
    address = MKAddress(placemark)
    name = placemark.address.name ?? placemark.address.locality
  }

  /// A place with a text as its address: the initializer of iOS 26.
  public init(location: CLLocation, address: MKAddress? = nil) {
    let lines = address.map { [("FormattedAddressLines", JSONValue.array([.string($0.fullAddress)]))] }
    placemark = MKPlacemark(location: location, addressDictionary: lines ?? [])
    self.address = address
    name = nil
  }

  private init() {
    placemark = nil
    address = nil
    name = "Current Location"
  }

  /// Where it is; nil for the user's location.
  public var location: CLLocation? { placemark?.location }

  /// Its address in parts; nil if nothing is known of it.
  public var addressRepresentations: MKAddressRepresentations? {
    address == nil ? nil : placemark.map(MKAddressRepresentations.init)
  }

  /// The identifier of its time zone, such as `Asia/Tokyo`; nil if unknown.
  public var timeZone: String? { placemark?.timeZone }

  /// The place of the user, wherever that is when it is asked for.
  public static func forCurrentLocation() -> MKMapItem { MKMapItem() }

  public var isCurrentLocation: Bool { placemark == nil }

  /// Where it is; nil if the device does not know its location.
  package func coordinate(on device: Device?) -> CLLocationCoordinate2D? {
    placemark?.coordinate ?? device?.location?.coordinate
  }
}

extension MKMapItem: CustomStringConvertible {
  public var description: String {
    "MKMapItem (name:'\(name ?? "")', isCurrentLocation:\(isCurrentLocation))"
  }
}
