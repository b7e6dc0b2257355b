import GeoCore
import Glibc

/// From where the map is looked at.
///
/// - Source: F-4, MV-38, MV-33.
extension MKMapView {
  /// A copy of the camera; assigning one back moves and turns the map.
  public var camera: MKMapCamera {
    get {
      MKMapCamera(viewport, pitch: pitch)
    }
    set { setCamera(newValue, animated: false) }
  }

  /// Looks from `camera`: its center, its heading and the deepest level at which what it sees fits into the view.
  ///
  /// The pitch is kept between 0 and 85 degrees and changes nothing that is seen.
  ///
  /// - Errors: one that is not usable, see ``MKMapCamera/isUsable``, changes nothing.
  public func setCamera(_ camera: MKMapCamera, animated: Bool) {
    guard camera.isUsable else { return }
    pitch = min(max(camera.pitch, 0), MKMapCamera.greatestPitch)
    let snaps = zoomSnapping
    change(animated: animated) { $0.seen(from: camera, snaps: snaps) }
  }

  /// Turns the map about its middle so that `heading` is up.
  func setHeading(_ heading: CLLocationDirection, animated: Bool) {
    guard heading.isFinite else { return }
    change(animated: animated) { $0.turned(to: heading) }
  }
}

extension Viewport {
  /// Returns the viewport as `camera` sees it; one that is not usable changes nothing.
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
  /// The camera that sees what `viewport` shows.
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
