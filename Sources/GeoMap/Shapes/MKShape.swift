public import GeoCore

/// What annotations and overlays of ours have in common: a title and a subtitle for the callout.
open class MKShape: ObservableAnnotation {
  public var observers = AnnotationObservers()
  public var title: String? { didSet { observers.changed(self, .title) } }
  public var subtitle: String? { didSet { observers.changed(self, .subtitle) } }

  /// Whatever is to last as long as this does, such as what it is charged to.
  public var memory: AnyObject?

  public init() {}

  /// Where it is; subclasses say.
  open var coordinate: CLLocationCoordinate2D { kCLLocationCoordinate2DInvalid }
}
