import GeoCore
import Testing

@testable import GeoLocation
@testable import GeoMap

/// How long maps live, and what they are made with.
///
/// - Source: MV-3 … MV-8, F-4, MV-35, MV-36, MV-38.
@Suite struct MKMapViewScreenTests {
  // «The device owns every MKMapView … collection never decides what is drawn»
  /// MV-35: the device owns every `MKMapView` until `removeFromSuperview()`.
  @Test func aDeviceHoldsItsMapsUntilTheyLeaveTheScreen() throws {
    let device = Device(id: DeviceID(index: 0), name: "phone")
    weak var first: MKMapView?
    weak var second: MKMapView?
    do {
      let map = MKMapView(device: device)
      first = map
      let other = MKMapView(device: device)
      second = other
      #expect(map.number == 1 && second?.number == 2)
    }
    #expect(device.maps.count == 2)
    var left = 0
    first?.onLeave = { left += 1 }
    first?.removeFromSuperview()
    #expect(first == nil && left == 1)
    #expect(device.maps.map(\.number) == [2])
    device.closeScreen()
    #expect(second == nil && device.maps.isEmpty)
  }

  @Test func aMapThatLeftHearsNoMore() {
    let it = AreaLog(800, 600)
    it.map.setRegion(area(48, 16, 1, 1), animated: true)
    it.map.removeFromSuperview()
    it.device.deliver()
    it.map.region = area(10, 16, 1, 1)
    it.device.advance(to: 5)
    #expect(it.told() == [])
    #expect(abs(it.map.centerCoordinate.latitude - 10) < 1e-9)
    it.map.removeFromSuperview()
  }

  /// MV-35: the device owns every `MKMapView` until its script instance ends.
  @Test func whenTheAppEndsItsMapsEnd() {
    let it = AreaLog(800, 600)
    it.map.setRegion(area(48, 16, 1, 1), animated: true)
    it.device.deliver()
    _ = it.told()
    it.device.handle(DeviceEvent(time: 0.1, timestamp: 0.1, device: it.device.id, payload: .app(.terminated)))
    #expect(it.told() == [] && it.device.maps.isEmpty && it.map.device == nil)
    #expect(it.device.nextDeadline == nil)
    // Those of the next launch count from 1.
    #expect(MKMapView(device: it.device).number == 1)
  }

  @Test func theEndOfAnAnimationOutlivesNoMap() {
    let device = Device(id: DeviceID(index: 0), name: "phone")
    weak var gone: MKMapView?
    do {
      let map = MKMapView(device: device)
      gone = map
      map.setRegion(area(48, 16, 1, 1), animated: true)
    }
    device.closeScreen()
    #expect(gone == nil)
    device.advance(to: 1)
  }

  // MV-5, MV-7, MV-8, F-4.
  @Test func aNewMapIsPlainAndTakesEveryGesture() {
    let map = AreaLog(800, 600).map
    #expect(map.mapType == .standard)
    #expect(map.zoomEnabled && map.scrollEnabled && map.rotateEnabled && map.pitchEnabled)
    #expect(map.showsCompass && map.showsBuildings && map.showsPointsOfInterest)
    #expect(!map.showsScale && !map.showsTraffic)
    #expect(
      MKMapType.allCases.map(\.constantName) == [
        "MKMapTypeStandard", "MKMapTypeSatellite", "MKMapTypeHybrid", "MKMapTypeSatelliteFlyover",
        "MKMapTypeHybridFlyover", "MKMapTypeMutedStandard",
      ])
  }

  @Test func theCameraTurnsAndMovesTheMap() {
    let it = AreaLog(800, 600)
    it.map.region = area(48, 16, 1, 1)
    let camera = it.map.camera
    let scale = it.map.zoomScale
    #expect(abs(camera.centerCoordinate.latitude - 48) < 1e-9 && camera.heading == 0 && camera.pitch == 0)
    // 600 points high, seen under 30°.
    let height = 600 / scale * MKMetersPerMapPointAtLatitude(48)
    #expect(abs(camera.centerCoordinateDistance - height / 2 / 0.2679491924311227) < 1e-6)
    camera.heading = 370
    #expect(it.map.camera.heading == 0)
    it.map.camera = camera
    #expect(it.map.camera.heading == 10 && it.map.zoomScale == scale)
    camera.altitude /= 2
    camera.centerCoordinate = spot(-30, 200)
    it.map.setCamera(camera, animated: true)
    #expect(abs(it.map.centerCoordinate.longitude + 160) < 1e-9)
    #expect(it.map.viewport.heading == 10)
    camera.centerCoordinateDistance = 0
    it.map.camera = camera
    #expect(it.level == 21)
  }

  // «`camera.pitch` is kept, not projected»
  /// MV-38: `camera.pitch` is kept, not projected.
  @Test func thePitchIsKeptAndChangesNothingThatIsSeen() {
    let it = AreaLog(800, 600)
    it.map.region = area(48, 16, 1, 1)
    it.device.deliver()
    _ = it.told()
    let before = it.map.viewport
    let camera = it.map.camera
    camera.pitch = 45
    it.map.camera = camera
    it.device.deliver()
    #expect(it.map.camera.pitch == 45 && it.map.viewport == before && it.told() == [])
    #expect(abs(it.map.camera.altitude - it.map.camera.centerCoordinateDistance * 0.5.squareRoot()) < 1e-6)
    camera.pitch = 100
    it.map.camera = camera
    #expect(it.map.camera.pitch == 85)
  }

  @Test func invalidCameraChangesNothing() {
    let it = AreaLog(800, 600)
    let before = it.map.viewport
    for (distance, heading) in [(Double.nan, 0.0), (-1, 0), (.infinity, 0), (5, .nan)] {
      it.map.camera = MKMapCamera(
        centerCoordinate: spot(1, 1), centerCoordinateDistance: distance, heading: heading)
    }
    it.map.camera = MKMapCamera(centerCoordinate: spot(.nan, 1), centerCoordinateDistance: 5)
    #expect(it.map.viewport == before)
  }

  @Test func anEyeBesideTheCenterGivesHeadingAndPitch() {
    let camera = MKMapCamera(
      lookingAtCenter: spot(0, 0), fromEyeCoordinate: spot(0, -0.01), eyeAltitude: 1113.1949079327357)
    #expect(abs(camera.heading - 90) < 1e-9)
    #expect(abs(camera.pitch - 45) < 1e-6)
    #expect(abs(camera.altitude - 1113.1949079327357) < 1e-6)
  }

  @Test func turningMayNeedADeeperLevelWhereTheWorldIsSeen() {
    // 1000 × 1000 points fit into level 2; turned by an eighth they need 1414.
    let it = AreaLog(1000, 1000)
    #expect(it.level == 2)
    it.map.setHeading(45, animated: false)
    #expect(it.level == 3)
    #expect(it.map.visibleMapRect.minY >= 0 && it.map.visibleMapRect.maxY <= MKMapSizeWorld.height)
  }
}
