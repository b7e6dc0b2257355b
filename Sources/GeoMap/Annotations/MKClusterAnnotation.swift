public import GeoCore

/// Several annotations whose views would overlap, shown as one.
///
/// It lies at the mean of its members and follows them.
///
/// - Source: Apple's MKClusterAnnotation.h, iOS 11.
public final class MKClusterAnnotation: ObservableAnnotation {
  public var observers = AnnotationObservers()
  public let memberAnnotations: [any MKAnnotation]
  /// Initially the first title among its members.
  public var title: String? { didSet { observers.changed(self, .title) } }
  /// Initially the number of other members.
  public var subtitle: String? { didSet { observers.changed(self, .subtitle) } }

  /// Any object that must live as long as this one, for example its memory charge.
  public var memory: AnyObject?

  /// Clusters among the members are skipped: clusters of clusters would never end.
  public init(memberAnnotations given: [any MKAnnotation]) {
    let memberAnnotations = given.filter { !($0 is MKClusterAnnotation) }
    self.memberAnnotations = memberAnnotations
    // Each member is read once: a script's own object may answer differently the next time.
    for member in memberAnnotations {
      guard let title = member.title else { continue }
      self.title = title
      break
    }
    subtitle = memberAnnotations.count > 1 ? "+\(memberAnnotations.count - 1) more" : nil
  }

  /// The mean of its members' map points, across the 180th meridian if that is nearer.
  public var coordinate: CLLocationCoordinate2D {
    guard let first = memberAnnotations.first else { return kCLLocationCoordinate2DInvalid }
    let start = MKMapPointForCoordinate(first.coordinate)
    var (x, y) = (0.0, 0.0)
    for member in memberAnnotations {
      let point = MKMapPointForCoordinate(member.coordinate)
      x += Mercator.shortestWay(point.x - start.x)
      y += point.y - start.y
    }
    let count = Double(memberAnnotations.count)
    return MKCoordinateForMapPoint(MKMapPoint(x: start.x + x / count, y: start.y + y / count))
  }
}
