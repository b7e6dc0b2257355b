import GeoCore
import GeoLocation
import Testing

@testable import GeoMap

/// MV-40: how near and how far a map may be seen.
@Suite struct MKMapCameraZoomRangeTests {
  private func map(at latitude: Double) -> MKMapView {
    let map = MKMapView(
      frame: CGRect(x: 0, y: 0, width: 400, height: 300),
      device: Device(id: DeviceID(index: 1), name: "phone", now: 0))
    map.centerCoordinate = CLLocationCoordinate2D(latitude: latitude, longitude: 10)
    return map
  }

  @Test func aRangeHasDistancesInOrder() {
    #expect(MKMapCameraZoomRange(minCenterCoordinateDistance: 5, maxCenterCoordinateDistance: 4) == nil)
    #expect(MKMapCameraZoomRange(minCenterCoordinateDistance: -2) == nil)
    #expect(MKMapCameraZoomRange(maxCenterCoordinateDistance: .infinity) == nil)
    #expect(MKMapCameraZoomRange(minCenterCoordinateDistance: .nan) == nil)
    #expect(MKMapCameraZoomRange(minCenterCoordinateDistance: 5)?.maxCenterCoordinateDistance == -1)
    #expect(MKMapCameraZoomRange(minCenterCoordinateDistance: 5, maxCenterCoordinateDistance: 5) != nil)
  }

  /// Whatever camera is assigned at whatever latitude, the map is seen from within the range.
  @Test(arguments: [0.0, 48, -70]) func noCameraLeavesTheRange(latitude: Double) {
    let map = map(at: latitude)
    map.zoomSnapping = false
    map.cameraZoomRange = MKMapCameraZoomRange(
      minCenterCoordinateDistance: 1000, maxCenterCoordinateDistance: 50_000)
    for distance in [0.0, 10, 999, 1000, 1001, 20_000, 49_999, 50_001, 1e6, 1e9] {
      let camera = map.camera
      camera.centerCoordinateDistance = distance
      map.camera = camera
      let seen = map.camera.centerCoordinateDistance
      #expect(abs(seen - min(max(distance, 1000), 50_000)) < 0.01, "\(distance): \(seen)")
    }
  }

  @Test func aMapThatSnapsHasWholeLevels() {
    let map = map(at: 48)
    map.cameraZoomRange = MKMapCameraZoomRange(
      minCenterCoordinateDistance: 1000, maxCenterCoordinateDistance: 50_000)
    for level in 0...21 {
      map.change(animated: false) { $0.zoomed(to: Double(level), snaps: true) }
      let seen = map.camera.centerCoordinateDistance
      #expect(map.viewport.level == map.viewport.level.rounded())
      #expect(seen >= 1000 && seen <= 50_000)
    }
  }

  @Test func movingNorthZoomsOut() {
    let map = map(at: 0)
    map.zoomSnapping = false
    map.cameraZoomRange = MKMapCameraZoomRange(minCenterCoordinateDistance: 1000)
    map.change(animated: false) { $0.zoomed(to: 21, snaps: false) }
    let level = map.viewport.level
    map.centerCoordinate = CLLocationCoordinate2D(latitude: 60, longitude: 10)
    #expect(abs(map.camera.centerCoordinateDistance - 1000) < 0.01)
    // A map point is half as long at 60° as at the equator, but the meridian of the ellipsoid is flatter there: its radius
    // is 0.8 % greater, (1 − 0.75 e²)^−1.5.
    #expect(abs(level - map.viewport.level - 0.9891) < 0.0002)
  }
}
