import GeoLocation
import GeoTesting
import RecordingCanvas
import Testing

@testable import GeoMap

/// What a snapshot shows.
@Suite struct MKMapSnapshotOptionsTests {
  private let phone = Phone()
  private let maker = SnapshotCanvasFactory()

  init() { phone.device.screen.canvasFactory = maker }

  private func snapshot(_ options: MKMapSnapshotOptions) throws -> MKMapSnapshot {
    var made: MKMapSnapshot?
    try MKMapSnapshotter(options: options, device: phone.device).start { snapshot, _ in made = snapshot }
    phone.device.advance(to: phone.device.clock.now)
    return try #require(made)
  }

  /// Apple's reference of `MKMapSnapshotOptions`: 256 by 256 points.
  @Test func theDefaultsAreThePublishedOnes() {
    let options = MKMapSnapshotOptions()
    #expect(options.size == CGSize(width: 256, height: 256) && options.scale == 1)
    #expect(options.mapType == .standard && options.showsPointsOfInterest && options.showsBuildings)
    #expect(options.mapView == nil)
    #expect(options.mapRect == MKMapRectWorld)
  }

  @Test func aRegionTouchesTwoEdgesOfTheImage() throws {
    let options = MKMapSnapshotOptions()
    options.size = CGSize(width: 300, height: 200)
    options.region = MKCoordinateRegionMake(ShapeFixtures.place(0, 10), MKCoordinateSpanMake(3, 12))
    let snapshot = try snapshot(options)
    let west = snapshot.point(for: ShapeFixtures.place(0, 4))
    #expect(abs(west.x) < 1e-6 && abs(west.y - 100) < 1e-6)
    #expect(abs(snapshot.point(for: ShapeFixtures.place(0, 16)).x - 300) < 1e-6)
    #expect(snapshot.point(for: ShapeFixtures.place(1.5, 10)).y > 0)
    #expect(snapshot.point(for: ShapeFixtures.place(0, 30)).x > 300)
  }

  /// Apple's reference: assigning the one updates the other.
  @Test func regionAndRectAreTwoFormsOfOne() {
    let options = MKMapSnapshotOptions()
    let region = MKCoordinateRegionMake(ShapeFixtures.place(48, 16), MKCoordinateSpanMake(1, 2))
    options.region = region
    #expect(options.region == region && options.mapRect == MKMapRectForCoordinateRegion(region))
    options.mapRect = MKMapRect(x: 1, y: 2, width: 3, height: 4)
    #expect(options.region == MKCoordinateRegionForMapRect(MKMapRect(x: 1, y: 2, width: 3, height: 4)))
  }

  @Test func aCameraTurnsTheImageAndIsCopied() throws {
    let camera = MKMapCamera(
      centerCoordinate: ShapeFixtures.place(10, 20), centerCoordinateDistance: 100_000, heading: 90)
    let options = MKMapSnapshotOptions()
    options.camera = camera
    camera.heading = 0
    #expect(options.camera.heading == 90)
    let snapshot = try snapshot(options)
    let (middle, east) = (
      snapshot.point(for: ShapeFixtures.place(10, 20)), snapshot.point(for: ShapeFixtures.place(10, 20.1))
    )
    #expect(abs(middle.x - 128) < 1e-6 && abs(middle.y - 128) < 1e-6)
    #expect(abs(east.x - 128) < 1e-6 && east.y < 100)
  }

  @Test func withoutAnAreaTheMapsOwnIsShown() throws {
    let map = MKMapView(frame: CGRect(x: 0, y: 0, width: 400, height: 300), device: phone.device)
    map.setCenterCoordinate(ShapeFixtures.place(48, 16), animated: false)
    let options = MKMapSnapshotOptions()
    options.mapView = map
    options.size = CGSize(width: 400, height: 300)
    #expect(options.mapRect == map.visibleMapRect)
    let snapshot = try snapshot(options)
    let place = ShapeFixtures.place(50, 10)
    #expect(snapshot.point(for: place) == map.convert(place, toPointTo: map))
    options.size = CGSize(width: 200, height: 150)
    #expect(options.mapRect == map.visibleMapRect)
  }

  @Test func whatASnapshotterWasMadeWithChangesNoMore() throws {
    let options = MKMapSnapshotOptions()
    let snapshotter = MKMapSnapshotter(options: options, device: phone.device)
    options.size = CGSize(width: 10, height: 10)
    var size: CGSize?
    try snapshotter.start { snapshot, _ in size = snapshot?.image.size }
    phone.device.advance(to: phone.device.clock.now)
    #expect(size == CGSize(width: 256, height: 256))
  }

  @Test func theScaleIsThatOfTheCanvas() throws {
    let options = MKMapSnapshotOptions()
    options.scale = 3
    #expect(try snapshot(options).image.scale == 3)
    #expect(maker.canvases.map(\.scale) == [3])
  }
}
