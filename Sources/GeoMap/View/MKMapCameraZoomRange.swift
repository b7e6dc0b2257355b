public import GeoCore
import Glibc

/// The distance of a bound that is not set.
public let MKMapCameraZoomDefault: CLLocationDistance = -1

/// How near to the ground and how far from it the camera of a map may be.
///
/// - Units: meters from the eye to the center of the map.
/// - Source: MV-40.
public final class MKMapCameraZoomRange: Sendable {
  /// The least distance; ``MKMapCameraZoomDefault`` for none.
  public let minCenterCoordinateDistance: CLLocationDistance
  /// The greatest distance; ``MKMapCameraZoomDefault`` for none.
  public let maxCenterCoordinateDistance: CLLocationDistance

  /// - Returns: nil for a distance that is negative or no number, and for a least one above the greatest.
  public init?(
    minCenterCoordinateDistance: CLLocationDistance = MKMapCameraZoomDefault,
    maxCenterCoordinateDistance: CLLocationDistance = MKMapCameraZoomDefault
  ) {
    func isBound(_ distance: CLLocationDistance) -> Bool {
      distance.isFinite && (distance >= 0 || distance == MKMapCameraZoomDefault)
    }
    let (least, greatest) = (minCenterCoordinateDistance, maxCenterCoordinateDistance)
    guard isBound(least), isBound(greatest), greatest < 0 || least <= greatest else { return nil }
    (self.minCenterCoordinateDistance, self.maxCenterCoordinateDistance) = (least, greatest)
  }

  private init() {
    minCenterCoordinateDistance = MKMapCameraZoomDefault
    maxCenterCoordinateDistance = MKMapCameraZoomDefault
  }

  /// No bounds.
  static let all = MKMapCameraZoomRange()
}

extension MKMapView {
  /// How near and how far the map may be seen; nil sets no bounds.
  public var cameraZoomRange: MKMapCameraZoomRange? {
    get { zoomRange }
    set { setCameraZoomRange(newValue, animated: false) }
  }

  /// Sets the bounds, and zooms if the map is beyond them.
  public func setCameraZoomRange(_ range: MKMapCameraZoomRange?, animated: Bool) {
    zoomRange = range ?? .all
    change(animated: animated) { $0 }
  }
}

extension Viewport {
  /// Returns the viewport at the nearest level within the bounds, with the same center.
  ///
  /// - Parameter snaps: whether only whole levels are allowed; if there is none within, it is the one that is not too
  ///   near.
  func within(_ range: MKMapCameraZoomRange, snaps: Bool) -> Viewport {
    guard hasArea, range !== MKMapCameraZoomRange.all else { return self }
    var (highest, lowest) = (
      level(from: range.minCenterCoordinateDistance) ?? .infinity,
      level(from: range.maxCenterCoordinateDistance) ?? -.infinity
    )
    if snaps {
      // A distance that was read from a camera is on its level in spite of rounding.
      (highest, lowest) = ((highest + 1e-9).rounded(.down), (lowest - 1e-9).rounded(.up))
    }
    let allowed = min(max(level, lowest), highest)
    return abs(allowed - level) < 1e-9 ? self : zoomed(to: allowed, snaps: snaps)
  }

  /// The level at which a camera has a distance from the center; nil for no distance.
  private func level(from distance: CLLocationDistance) -> Double? {
    guard distance >= 0 else { return nil }
    let meters = MKMetersPerMapPointAtLatitude(MKCoordinateForMapPoint(center).latitude)
    return 20 + log2(size.height * meters / MKMapCamera.visibleHeight(from: distance))
  }
}
