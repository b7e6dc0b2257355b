/// Something that marks one place on a map.
///
/// - Source: AN-4.
public protocol MKAnnotation: AnyObject {
  var coordinate: CLLocationCoordinate2D { get }
  var title: String? { get }
  var subtitle: String? { get }
  /// What an event log may call it by beside its title.
  var identifier: String? { get }
}

extension MKAnnotation {
  public var title: String? { nil }
  public var subtitle: String? { nil }
  public var identifier: String? { nil }
}

/// An annotation that a finger may drag to another place.
///
/// - Source: AV-23.
public protocol MovableAnnotation: MKAnnotation {
  /// Whether it can be moved; asked when a drag begins.
  var isMovable: Bool { get }
  /// Puts it elsewhere, where the drag has ended.
  func setCoordinate(_ coordinate: CLLocationCoordinate2D) throws
}

extension MovableAnnotation {
  public var isMovable: Bool { true }
}

/// What a map follows of an annotation.
public enum AnnotationKey: String, Sendable, CaseIterable {
  case coordinate, title, subtitle
}

/// An annotation that tells its maps when it changes; of others a map hears through
/// ``MKMapView/annotation(_:didChange:)``.
///
/// - Source: AN-8.
public protocol ObservableAnnotation: MKAnnotation {
  var observers: AnnotationObservers { get set }
}

/// The maps that an annotation is on.
public struct AnnotationObservers {
  // Never dangling: a map takes itself out when the annotation leaves it, and from all of them when it dies.
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

  /// Tells the maps that `key` of `annotation` has changed.
  public func changed(_ annotation: any MKAnnotation, _ key: AnnotationKey) {
    guard let first else { return }
    first.takeUnretainedValue().annotation(annotation, didChange: key)
    for other in others { other.takeUnretainedValue().annotation(annotation, didChange: key) }
  }
}
