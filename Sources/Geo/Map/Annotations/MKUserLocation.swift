/// Where the user is, as an annotation of a map that shows it.
///
/// - Source: spec MV-15 … MV-17, F-12.
public final class MKUserLocation: ObservableAnnotation {
  public var observers = AnnotationObservers()
  /// The last fix, nil before the first.
  public internal(set) var location: CLLocation?
  public var title: String? = "Current Location"
  public var subtitle: String?

  public var coordinate: CLLocationCoordinate2D { location?.coordinate ?? kCLLocationCoordinate2DInvalid }
}
