import GeoCore
import Glibc

/// The viewpoint of the map.
///
/// - Source: F-4, MV-38, MV-33.
extension MKMapView {
  /// A copy of the camera; assigning one moves and turns the map.
  public var camera: MKMapCamera {
    get {
      MKMapCamera(viewport, pitch: pitch)
    }
    set { setCamera(newValue, animated: false) }
  }

  /// Applies `camera`: its center, its heading and the deepest level at which its visible area fits into the
  /// view.
  ///
  /// The pitch is clamped to 0…85 degrees and does not affect the visible area.
  ///
  /// - Errors: an unusable camera, see ``MKMapCamera/isUsable``, changes nothing.
  public func setCamera(_ camera: MKMapCamera, animated: Bool) {
    guard camera.isUsable else { return }
    pitch = min(max(camera.pitch, 0), MKMapCamera.greatestPitch)
    let snaps = zoomSnapping
    change(animated: animated) { $0.seen(from: camera, snaps: snaps) }
  }

  /// Turns the map around its center so that `heading` is at the top.
  func setHeading(_ heading: CLLocationDirection, animated: Bool) {
    guard heading.isFinite else { return }
    change(animated: animated) { $0.turned(to: heading) }
  }
}

extension Viewport {
  /// Returns the viewport of `camera`; an unusable camera changes nothing.
  func seen(from camera: MKMapCamera, snaps: Bool) -> Viewport {
    guard camera.isUsable, let center = camera.centerCoordinate.aroundWorld else { return self }
    let middle = MKMapPointForCoordinate(center)
    let height =
      MKMapCamera.visibleHeight(from: camera.centerCoordinateDistance)
      / MKMetersPerMapPointAtLatitude(MKCoordinateForMapPoint(middle).latitude)
    var shown = turned(to: camera.heading)
    if hasArea {
      shown = shown.zoomed(to: 20 + log2(height > 0 ? size.height / height : .infinity), snaps: snaps)
    }
    return shown.moved(to: middle)
  }
}

extension MKMapCamera {
  /// The camera for the visible area of `viewport`.
  convenience init(_ viewport: Viewport, pitch: Double) {
    let center = MKCoordinateForMapPoint(viewport.center)
    let height =
      viewport.size.height / viewport.zoomScale * MKMetersPerMapPointAtLatitude(center.latitude)
    self.init(
      centerCoordinate: center, centerCoordinateDistance: MKMapCamera.distance(forVisibleHeight: height),
      pitch: pitch, heading: viewport.heading)
  }

  func copy() -> MKMapCamera {
    MKMapCamera(
      centerCoordinate: centerCoordinate, centerCoordinateDistance: centerCoordinateDistance, pitch: pitch,
      heading: heading)
  }
}
