import Glibc

/// From where the map is looked at.
///
/// - Source: spec F-4; design map, "Geometry" and "When things happen".
extension MKMapView {
  /// A copy of the camera; assigning one back moves and turns the map.
  public var camera: MKMapCamera {
    get {
      let shown = viewport
      let center = MKCoordinateForMapPoint(shown.center)
      let height = shown.size.height / shown.zoomScale * MKMetersPerMapPointAtLatitude(center.latitude)
      return MKMapCamera(
        centerCoordinate: center, centerCoordinateDistance: MKMapCamera.distance(forVisibleHeight: height),
        pitch: pitch, heading: shown.heading)
    }
    set { setCamera(newValue, animated: false) }
  }

  /// Looks from `camera`: its centre, its heading and the deepest level at which what it sees fits into the view.
  ///
  /// The pitch is kept between 0 and 85 degrees and changes nothing that is seen.
  ///
  /// - Errors: one that is not usable, see ``MKMapCamera/isUsable``, changes nothing.
  public func setCamera(_ camera: MKMapCamera, animated: Bool) {
    guard camera.isUsable, let center = camera.centerCoordinate.aroundWorld else { return }
    pitch = min(max(camera.pitch, 0), MKMapCamera.greatestPitch)
    let middle = MKMapPointForCoordinate(center)
    let height =
      MKMapCamera.visibleHeight(from: camera.centerCoordinateDistance)
      / MKMetersPerMapPointAtLatitude(MKCoordinateForMapPoint(middle).latitude)
    let (heading, snaps) = (camera.heading, zoomSnapping)
    change(animated: animated) {
      var shown = $0.turned(to: heading)
      if $0.hasArea {
        shown = shown.zoomed(to: 20 + log2(height > 0 ? $0.size.height / height : .infinity), snaps: snaps)
      }
      return shown.moved(to: middle)
    }
  }

  /// Turns the map about its middle so that `heading` is up.
  func setHeading(_ heading: CLLocationDirection, animated: Bool) {
    guard heading.isFinite else { return }
    change(animated: animated) { $0.turned(to: heading) }
  }
}
