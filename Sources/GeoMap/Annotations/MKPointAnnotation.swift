public import GeoCore

/// A place with a title and a subtitle, all of which can be set.
///
/// - Source: AN-6.
open class MKPointAnnotation: MKShape, MovableAnnotation {
  private var place: CLLocationCoordinate2D

  public init(coordinate: CLLocationCoordinate2D, title: String? = nil, subtitle: String? = nil) {
    place = coordinate
    super.init()
    self.title = title
    self.subtitle = subtitle
  }

  /// Creates an annotation that is invisible until its coordinate is set.
  public convenience override init() { self.init(coordinate: kCLLocationCoordinate2DInvalid) }

  open override var coordinate: CLLocationCoordinate2D {
    get { place }
    set {
      place = newValue
      observers.changed(self, .coordinate)
    }
  }

  open func setCoordinate(_ coordinate: CLLocationCoordinate2D) throws { self.coordinate = coordinate }
}
