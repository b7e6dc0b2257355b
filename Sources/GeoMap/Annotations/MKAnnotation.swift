public import GeoCore

/// An object that marks one place on a map.
///
/// - Source: AN-4.
public protocol MKAnnotation: AnyObject {
  var coordinate: CLLocationCoordinate2D { get }
  var title: String? { get }
  var subtitle: String? { get }
  /// An alternative to the title for event logs to address it.
  var identifier: String? { get }
}

extension MKAnnotation {
  public var title: String? { nil }
  public var subtitle: String? { nil }
  public var identifier: String? { nil }
}

/// An annotation that the user can drag to another place.
///
/// - Source: AV-23.
public protocol MovableAnnotation: MKAnnotation {
  /// Whether it can be moved; checked when a drag begins.
  var isMovable: Bool { get }
  /// Moves it to the place where the drag ended.
  func setCoordinate(_ coordinate: CLLocationCoordinate2D) throws
}

extension MovableAnnotation {
  public var isMovable: Bool { true }
}

/// The properties of an annotation that a map observes.
public enum AnnotationKey: String, Sendable, CaseIterable {
  case coordinate, title, subtitle
}

/// An annotation that notifies its maps of changes; for others, call ``MKMapView/annotation(_:didChange:)``.
///
/// - Source: AN-8.
public protocol ObservableAnnotation: MKAnnotation {
  var observers: AnnotationObservers { get set }
}

/// The maps that show an annotation.
public struct AnnotationObservers {
  // Never dangling: a map removes itself when the annotation leaves it, and from all of them when it is
  // freed.
  private var first: Unmanaged<MKMapView>?
  private var others: [Unmanaged<MKMapView>] = []

  public init() {}

  mutating func add(_ map: MKMapView) {
    if first == nil { first = .passUnretained(map) } else { others.append(.passUnretained(map)) }
  }

  mutating func remove(_ map: MKMapView) {
    if first?.toOpaque() == Unmanaged.passUnretained(map).toOpaque() {
      first = others.popLast()
    } else {
      others.removeAll { $0.toOpaque() == Unmanaged.passUnretained(map).toOpaque() }
    }
  }

  /// Notifies the maps that `key` of `annotation` has changed.
  public func changed(_ annotation: any MKAnnotation, _ key: AnnotationKey) {
    guard let first else { return }
    first.takeUnretainedValue().annotation(annotation, didChange: key)
    for other in others { other.takeUnretainedValue().annotation(annotation, didChange: key) }
  }
}
