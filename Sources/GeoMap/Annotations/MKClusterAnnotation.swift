public import GeoCore

/// Several annotations whose views would overlap, shown as one.
///
/// It lies in the middle of its members and follows them.
///
/// - Source: Apple's MKClusterAnnotation.h, iOS 11.
public final class MKClusterAnnotation: ObservableAnnotation {
  public var observers = AnnotationObservers()
  public let memberAnnotations: [any MKAnnotation]
  /// At first that of the first member that has one.
  public var title: String? { didSet { observers.changed(self, .title) } }
  /// At first how many members there are beside that.
  public var subtitle: String? { didSet { observers.changed(self, .subtitle) } }

  /// Whatever is to last as long as this does, such as what it is charged to.
  public var memory: AnyObject?

  /// Members that are clusters themselves are left out: clusters of clusters would have no end.
  public init(memberAnnotations given: [any MKAnnotation]) {
    let memberAnnotations = given.filter { !($0 is MKClusterAnnotation) }
    self.memberAnnotations = memberAnnotations
    title = memberAnnotations.lazy.compactMap(\.title).first
    subtitle = memberAnnotations.count > 1 ? "+\(memberAnnotations.count - 1) more" : nil
  }

  /// The mean of its members' map points, across the 180th meridian where that is nearer.
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
