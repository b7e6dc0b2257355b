/// The user's gestures on the map itself.
///
/// - Source: MV-8, MV-14, MV-20, LG-12, LG-15.
extension MKMapView {
  /// A finger moves the visible area by this many points; does nothing if `scrollEnabled` is false.
  func pan(by way: CGSize) {
    guard scrollEnabled else { return }
    change(animated: false) { shown in
      let middle = CGPoint(x: shown.size.width / 2 - way.width, y: shown.size.height / 2 - way.height)
      return shown.moved(to: shown.mapPoint(for: middle))
    }
  }

  /// Two fingers zoom in by this many levels around the place at `point`; does nothing if `zoomEnabled` is
  /// false.
  func zoom(by levels: Double, at point: CGPoint?) {
    guard zoomEnabled, viewport.hasArea else { return }
    let snaps = zoomSnapping
    change(animated: false) { shown in
      let zoomed = shown.zoomed(to: shown.level + levels, snaps: snaps)
      guard let point else { return zoomed }
      let (held, slipped) = (shown.mapPoint(for: point), zoomed.mapPoint(for: point))
      return zoomed.moved(
        to: MKMapPoint(x: zoomed.center.x + held.x - slipped.x, y: zoomed.center.y + held.y - slipped.y))
    }
    userZoomed()
  }

  /// Two fingers turn the map by this many degrees clockwise; does nothing if `rotateEnabled` is false.
  func rotate(by degrees: Double) {
    guard rotateEnabled else { return }
    change(animated: false) { $0.turned(to: $0.heading - degrees) }
  }

  /// The first annotation with this title, or else the first with this identifier.
  func annotation(called name: String) -> (any MKAnnotation)? {
    let all = annotations
    return all.first { $0.title == name } ?? all.first { $0.identifier == name }
  }
}
