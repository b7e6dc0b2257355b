/// The unused views of a map, for reuse, and the makers of new ones.
///
/// - Source: AV-11, F-12.
struct AnnotationViewPool {
  /// Makes a view for an annotation, with a reuse identifier.
  typealias Maker = (any MKAnnotation, String) throws -> MKAnnotationView

  private var waiting: [String: [MKAnnotationView]] = [:]
  private var makers: [String: Maker] = [:]

  /// Stores a view for later; a view without an identifier is released.
  mutating func enqueue(_ view: MKAnnotationView) {
    view.annotation = nil
    view.cluster = nil
    guard let identifier = view.reuseIdentifier else { return }
    view.isWaiting = true
    waiting[identifier, default: []].append(view)
  }

  /// Removes and returns the view with the identifier that was added last.
  mutating func dequeue(_ identifier: String) -> MKAnnotationView? {
    while let view = waiting[identifier]?.popLast() {
      // A view that was put to use in another way stays in the list until it is found here.
      guard view.isWaiting else { continue }
      view.isWaiting = false
      return view
    }
    return nil
  }

  mutating func register(_ identifier: String, _ maker: Maker?) { makers[identifier] = maker }

  func maker(_ identifier: String) -> Maker? { makers[identifier] }
}

/// The reuse identifier whose registered class serves annotations for which the delegate returns no view.
///
/// - Source: Apple's MKMapView.h, iOS 11.
public let MKMapViewDefaultAnnotationViewReuseIdentifier = "MKMapViewDefaultAnnotationView"
/// The same for clusters.
public let MKMapViewDefaultClusterAnnotationViewReuseIdentifier = "MKMapViewDefaultClusterAnnotationView"
