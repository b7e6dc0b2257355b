import Testing

@testable import GeoCore
@testable import GeoMap

/// Which tiles a picture needs.
@Suite struct TileGridTests {
  /// PyPI mercantile 1.2.1, `mercantile.tile(longitude, latitude, zoom)`.
  @Test(arguments: [
    (13.4, 52.5, 10, 550, 335), (-122.4, 37.8, 14, 2621, 6331), (151.2, -33.9, 7, 117, 76),
    (179.99, -84, 5, 31, 31), (0.001, 0.001, 20, 524290, 524285),
  ])
  func aPlaceLiesInTheTileThatOthersSay(_ longitude: Double, _ latitude: Double, _ z: Int, _ x: Int, _ y: Int)
    throws
  {
    let point = MKMapPointForCoordinate(CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
    let grid = try #require(TileGrid(MKMapRect(x: point.x, y: point.y, width: 0, height: 0), z: z, scale: 1))
    #expect(grid.columns == x...x && grid.rows == y...y)
    #expect(MKTileOverlayPath(x: x, y: y, z: z).mapRect.contains(point))
  }

  private func level(
    _ level: Double, scale: Double, side: Double = 256, hasScales: Bool = false,
    levels: ClosedRange<Int> = 0...21
  ) -> Int? {
    TileGrid.Need(
      zoomScale: TileFixtures.scene(100, 100, level: level).zoomScale, contentScale: scale, side: side,
      hasScales: hasScales, levels: levels
    ).level
  }

  @Test func aTileHasAboutAsManyPixelsAsThePicture() {
    #expect(level(5, scale: 1) == 5)
    #expect(level(5, scale: 2) == 6 && level(5, scale: 3) == 7)
    #expect(level(5, scale: 2, hasScales: true) == 5 && level(5, scale: 3, hasScales: true) == 6)
    #expect(level(5, scale: 1, side: 512) == 4 && level(5, scale: 1, side: 128) == 6)
    #expect(level(5.49, scale: 1) == 5 && level(5.5, scale: 1) == 6)
  }

  @Test func beyondTheDeepestLevelThatIsTakenAndBeforeTheFirstNone() {
    #expect(level(18, scale: 1, levels: 3...9) == 9)
    #expect(level(3, scale: 1, levels: 3...9) == 3)
    #expect(level(2, scale: 1, levels: 3...9) == nil)
  }

  @Test func aTileThatIsOnlyTouchedIsNotNeeded() throws {
    let side = TileGrid.side(3)
    let grid = try #require(
      TileGrid(MKMapRect(x: side, y: side, width: side, height: 2 * side), z: 3, scale: 1))
    #expect(grid.paths.map(\.description) == ["3/1/1", "3/1/2"])
    #expect(TileGrid(MKMapRect(x: 5, y: 5, width: .nan, height: 1), z: 3, scale: 1) == nil)
    #expect(TileGrid(.null, z: 3, scale: 1) == nil)
  }

  @Test func tooManyTilesAreThoseOfACoarserLevel() throws {
    let need = TileGrid.Need(zoomScale: 1, contentScale: 1, side: 1, hasScales: false, levels: 0...30)
    let (grid, isCoarser) = try #require(TileGrid.covering(MKMapRectWorld, need, limit: 100))
    #expect(grid.z == 3 && grid.count == 64 && isCoarser)
    #expect(TileGrid.covering(MKMapRectWorld, need, limit: 0) == nil)
  }
}
