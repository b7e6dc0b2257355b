public import GeoCore
public import GeoLocation

/// The user's location, as an annotation of a map that shows it.
///
/// - Source: MV-15 … MV-17, F-12.
public final class MKUserLocation: ObservableAnnotation {
  public var observers = AnnotationObservers()
  /// The last fix; nil before the first and while the map does not show the user.
  public internal(set) var location: CLLocation? { didSet { observers.changed(self, .coordinate) } }
  /// The device's heading; nil unless the map follows it.
  public internal(set) var heading: CLHeading?
  public var title: String? = "Current Location" { didSet { observers.changed(self, .title) } }
  public var subtitle: String? { didSet { observers.changed(self, .subtitle) } }
  weak var map: MKMapView?

  /// Whether the map is locating the user and is allowed to.
  public var isUpdating: Bool { map?.isLocating ?? false }

  public var coordinate: CLLocationCoordinate2D { location?.coordinate ?? kCLLocationCoordinate2DInvalid }
}
