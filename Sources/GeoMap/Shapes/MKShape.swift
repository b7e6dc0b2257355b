public import GeoCore

/// The common part of Map Kit's annotations and overlays: a title and a subtitle for the callout.
open class MKShape: ObservableAnnotation {
  public var observers = AnnotationObservers()
  public var title: String? { didSet { observers.changed(self, .title) } }
  public var subtitle: String? { didSet { observers.changed(self, .subtitle) } }

  /// Any object that must live as long as this one, for example its memory charge.
  public var memory: AnyObject?

  public init() {}

  /// Its position, defined by subclasses.
  open var coordinate: CLLocationCoordinate2D { kCLLocationCoordinate2DInvalid }
}
