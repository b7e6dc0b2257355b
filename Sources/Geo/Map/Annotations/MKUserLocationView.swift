/// The standard view of the user's location: a dot.
///
/// - Source: spec MV-17; its size is ours.
public final class MKUserLocationView: MKAnnotationView {
  public override init(annotation: (any MKAnnotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
    frame = CGRect(x: 0, y: 0, width: 22, height: 22)
    opaque = false
    canShowCallout = true
  }
}
