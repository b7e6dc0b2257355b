package import GeoCore
package import GeoLocation

/// A place of the map with what is known of it.
///
/// - Source: Apple's reference of `MKMapItem`.
public final class MKMapItem {
  /// Nil for the user's location.
  public let placemark: MKPlacemark?
  public var name: String?
  public var phoneNumber: String?
  public var url: String?
  /// Its kind; nil if unknown.
  public var pointOfInterestCategory: MKPointOfInterestCategory?
  /// What a binding holds for these texts.
  package var memory: AnyObject?

  public init(placemark: MKPlacemark) {
    self.placemark = placemark
    name = placemark.address.name ?? placemark.address.locality
  }

  private init() {
    placemark = nil
    name = "Current Location"
  }

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
