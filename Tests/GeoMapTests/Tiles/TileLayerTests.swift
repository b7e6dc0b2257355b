import RecordingCanvas
import Testing

@testable import GeoCore
@testable import GeoMap

/// What a tile renderer asks for and paints.
@Suite struct TileLayerTests {
  private let loader = TestLoader()

  private func renderer(_ template: String? = "{z}/{x}/{y}", _ change: (MKTileOverlay) -> Void = { _ in })
    -> MKTileOverlayRenderer
  {
    let overlay = TileFixtures.overlay(loader, template)
    change(overlay)
    return MKTileOverlayRenderer(tileOverlay: overlay)
  }

  @Test func aPictureAsksForTheTilesThatAreSeenOnce() throws {
    let renderer = renderer()
    let scene = TileFixtures.scene(256, 256, level: 2, x: 0.375, y: 0.375)
    #expect(try TileFixtures.paint(renderer, scene) == ["image 212x1 in 0 0 256x256"])
    #expect(loader.takeAsked() == ["2/1/1"])
    let wider = TileFixtures.scene(258, 256, level: 2, x: 0.375, y: 0.375)
    _ = try TileFixtures.paint(renderer, wider)
    #expect(loader.takeAsked() == ["2/0/1", "2/2/1"])
  }

  @Test func aSharperPictureTakesTheTilesOfItsScale() throws {
    _ = try TileFixtures.paint(
      renderer("{z}/{x}/{y}@{scale}"), TileFixtures.scene(8, 8, level: 4, x: 0.53, y: 0.53, scale: 2))
    #expect(loader.takeAsked() == ["4/8/8@2"])
    _ = try TileFixtures.paint(renderer(), TileFixtures.scene(8, 8, level: 4, x: 0.53, y: 0.53, scale: 2))
    #expect(loader.takeAsked() == ["5/16/16"])
  }

  @Test func rowsMayCountFromTheSouth() throws {
    _ = try TileFixtures.paint(
      renderer { $0.geometryFlipped = true }, TileFixtures.scene(8, 8, level: 2, x: 0.3, y: 0.3))
    #expect(loader.takeAsked() == ["2/1/2"])
  }

  @Test func beyondTheGreatestLevelPartsOfTheDeepestTileAreMagnified() throws {
    let renderer = renderer { $0.maximumZ = 1 }
    #expect(
      try TileFixtures.paint(renderer, TileFixtures.scene(256, 256, level: 3, x: 0.3125, y: 0.3125))
        == ["image 101x1 in -512 -512 1024x1024"])
    #expect(loader.takeAsked() == ["1/0/0"])
    #expect(
      try TileFixtures.paint(self.renderer { $0.minimumZ = 4 }, TileFixtures.scene(8, 8, level: 3)).isEmpty)
    #expect(loader.takeAsked().isEmpty)
  }

  @Test func acrossThe180thMeridianBothSidesAreDrawn() throws {
    let painted = try TileFixtures.paint(renderer(), TileFixtures.scene(64, 64, level: 1, x: 0, y: 0.25))
    #expect(loader.takeAsked() == ["1/1/0", "1/0/0"])
    #expect(painted.sorted() == ["image 101x1 in 32 -96 256x256", "image 111x1 in -224 -96 256x256"])
  }

  /// Where the zoom is not whole, edges fall between pixels: neighbors share theirs, and none is left open.
  @Test func neighborsMeetOnAPixel() throws {
    let painted = try TileFixtures.paint(
      renderer(), TileFixtures.scene(600, 300, level: 2.37, x: 0.41, y: 0.43))
    let rects = painted.filter { $0.hasPrefix("image") }.map { line in
      line.split { $0 == " " || $0 == "x" }.suffix(4).compactMap { Double($0) }
    }
    #expect(rects.count > 3)
    #expect(rects.allSatisfy { $0.allSatisfy { $0 == $0.rounded() } })
    let lefts = Set(rects.map { $0[0] })
    let rights = Set(rects.map { $0[0] + $0[2] })
    #expect(lefts.intersection(rights).count == lefts.count - 1)
  }

  @Test func aTurnedMapAddsTheSharesOfPixelsUp() throws {
    let painted = try TileFixtures.paint(
      renderer(), TileFixtures.scene(256, 256, level: 2, x: 0.375, y: 0.375, heading: 30))
    #expect(painted.first == "layer" && painted.last?.hasPrefix("end layer") == true)
    #expect(painted.dropFirst().dropLast().allSatisfy { $0.contains("plusLighter") })
  }

  @Test func whatIsMissingShowsALoadedAncestorElseNothing() throws {
    let renderer = renderer()
    _ = try TileFixtures.paint(renderer, TileFixtures.scene(8, 8, level: 1, x: 0.3, y: 0.3))
    loader.answers = ["3/2/2": .failed(.tile("gone")), "3/7/7": .failed(.tile("gone")), "3/2/3": .empty]
    let painted = try TileFixtures.paint(
      renderer, TileFixtures.scene(256, 256, level: 3, x: 0.3125, y: 0.3125))
    #expect(painted == ["clip M 0 0 L 256 0 L 256 256 L 0 256 Z", "image 101x1 in -512 -512 1024x1024"])
    #expect(
      try TileFixtures.paint(renderer, TileFixtures.scene(256, 256, level: 3, x: 0.9375, y: 0.9375)).isEmpty)
    // If the source has nothing there, nothing is shown.
    #expect(
      try TileFixtures.paint(renderer, TileFixtures.scene(256, 256, level: 3, x: 0.3125, y: 0.4375)).isEmpty)
  }

  @Test func theOrderOfArrivalDoesNotChangeThePicture() throws {
    let scene = TileFixtures.scene(700, 500, level: 2.2, x: 0.4)
    let orders: [([Int]) -> [Int]] = [
      { $0 }, { $0.reversed() }, { $0.filter { $0 % 2 == 1 } + $0.filter { $0 % 2 == 0 } },
    ]
    let pictures = try orders.map { order in
      loader.waits = true
      loader.answers = ["2/1/1": .failed(.tile("gone")), "2/2/1": .bytes([1, 2, 3])]
      let renderer = renderer()
      #expect(try !renderer.prepare(scene))
      loader.give(order)
      #expect(try renderer.prepare(scene))
      #expect(renderer.tiles.failure?.localizedDescription == "gone; 1 other tile failed too")
      return try TileFixtures.paint(renderer, scene)
    }
    #expect(pictures[0] == pictures[1] && pictures[1] == pictures[2])
    #expect(pictures[0].count == 4)
  }

  @Test func bytesThatAreNoTileSayWhatTheyAre() {
    let path = MKTileOverlayPath(x: 1, y: 2, z: 3)
    func said(_ bytes: [UInt8]) -> String {
      do throws(NSError) {
        _ = try TilePicture.image(bytes, path)
        return "fine"
      } catch {
        return error.localizedDescription
      }
    }
    let picture = TileFixtures.picture(width: 256, height: 256)
    #expect(said(picture) == "fine")
    #expect(said([]) == "tile 3/1/2 is empty")
    #expect(
      said(Array("<html>".utf8))
        == "tile 3/1/2 is not a picture but a page of text (expected PNG, JPEG or WebP)"
    )
    #expect(said([0x1f, 0x8b, 8]).contains("is a vector tile: only raster tiles"))
    #expect(said([0x1a, 0x8b, 8]).contains("is a vector tile"))
    #expect(said(picture.dropLast(4) + []) == "tile 3/1/2 is cut off: its picture has no end")
    #expect(
      said(TileFixtures.picture(width: 30_000, height: 2))
        == "tile 3/1/2 has 30000 × 2 pixels (at most 2048 a side)")
    #expect(said(picture + [UInt8](repeating: 0, count: 5 << 20)) == "tile 3/1/2 is larger than 4 MB")
  }

  @Test func reloadedTilesAreAskedForAgainAndAnswersToBeforeAreTooLate() throws {
    let renderer = renderer()
    let scene = TileFixtures.scene(8, 8, level: 1, x: 0.3, y: 0.3)
    loader.waits = true
    _ = try renderer.prepare(scene)
    renderer.reloadData()
    loader.give { $0 }
    #expect(try !renderer.prepare(scene))
    #expect(loader.takeAsked() == ["1/0/0", "1/0/0"])
    loader.give { $0 }
    #expect(try renderer.prepare(scene))
  }

  @Test func aSourceGivesAPictureNoMoreTilesThanItAllows() throws {
    loader.known.greatestCount = 10
    let renderer = renderer("u/{z}/{x}/{y}")
    let scene = TileFixtures.scene(2000, 2000, level: 4)
    #expect(try renderer.prepare(scene))
    #expect(loader.takeAsked().count == 4)
    #expect(
      renderer.tiles.failure?.localizedDescription
        == "a picture can use at most 10 tiles of u/{z}/{x}/{y}: level 2 is drawn instead of level 4"
    )
    #expect(try TileFixtures.paint(renderer, scene).count == 4)
  }

  @Test func whatPicturesNoLongerNeedIsNotKeptForEver() throws {
    let renderer = renderer()
    loader.usual = .bytes(TileFixtures.picture(width: 256, height: 256) + [UInt8](repeating: 0, count: 200))
    var big = TileFixtures.picture(width: 256, height: 256)
    big.insert(contentsOf: [UInt8](repeating: 0, count: 1 << 20), at: 33)
    loader.usual = .bytes(big)
    for x in 0..<64 {
      _ = try renderer.prepare(TileFixtures.scene(8, 8, level: 6, x: (Double(x) + 0.5) / 64, y: 0.51))
    }
    #expect(renderer.tiles.tiles.count < 20)
  }

  /// A script's own loading may fail; the other tiles are requested nevertheless.
  @Test func aLoaderThatThrowsFailsItsTileAlone() throws {
    final class Broken: MKTileOverlay {
      var asked = 0
      override func loadTile(at path: MKTileOverlayPath, result: @escaping (TileAnswer) -> Void) throws {
        asked += 1
        if path.x == 0 { throw GeoError(.data, "no") }
        result(.bytes(TileFixtures.picture(path)))
      }
    }
    let overlay = Broken(URLTemplate: nil)
    let renderer = MKTileOverlayRenderer(tileOverlay: overlay)
    let scene = TileFixtures.scene(600, 200, level: 2, y: 0.3)
    #expect(throws: GeoError.self) { try renderer.prepare(scene) }
    #expect(overlay.asked == 8)
    #expect(try renderer.prepare(scene))
    #expect(renderer.tiles.failure?.localizedDescription == "tile 2/0/0: no; 1 other tile failed too")
  }
}
