/// Several annotations whose views would overlap, shown as one.
public final class MKClusterAnnotation: ObservableAnnotation {
  public var observers = AnnotationObservers()
  public let memberAnnotations: [any MKAnnotation]
  public var title: String?
  public var subtitle: String?
  public let coordinate: CLLocationCoordinate2D

  public init(memberAnnotations: [any MKAnnotation]) {
    self.memberAnnotations = memberAnnotations
    coordinate = memberAnnotations.first?.coordinate ?? kCLLocationCoordinate2DInvalid
  }
}
