/// The views of a map that no annotation uses, to be used again, and how to make new ones.
///
/// - Source: AV-11, F-12.
struct AnnotationViewPool {
  /// Makes a view for an annotation, with a reuse identifier.
  typealias Maker = (any MKAnnotation, String) throws -> MKAnnotationView

  private var waiting: [String: [MKAnnotationView]] = [:]
  private var makers: [String: Maker] = [:]

  /// Keeps a view for later; one without an identifier is let go.
  mutating func enqueue(_ view: MKAnnotationView) {
    view.annotation = nil
    view.cluster = nil
    guard let identifier = view.reuseIdentifier else { return }
    view.isWaiting = true
    waiting[identifier, default: []].append(view)
  }

  /// Takes out the view that came last of those with the identifier.
  mutating func dequeue(_ identifier: String) -> MKAnnotationView? {
    while let view = waiting[identifier]?.popLast() {
      // One that is put to use by other ways stays in the list until it is met here.
      guard view.isWaiting else { continue }
      view.isWaiting = false
      return view
    }
    return nil
  }

  mutating func register(_ identifier: String, _ maker: Maker?) { makers[identifier] = maker }

  func maker(_ identifier: String) -> Maker? { makers[identifier] }
}

/// The reuse identifier whose registered class serves annotations that the delegate has no view for.
///
/// - Source: Apple's MKMapView.h, iOS 11.
public let MKMapViewDefaultAnnotationViewReuseIdentifier = "MKMapViewDefaultAnnotationView"
/// The same for clusters.
public let MKMapViewDefaultClusterAnnotationViewReuseIdentifier = "MKMapViewDefaultClusterAnnotationView"
