import Geo
import Glibc
import Testing

@testable import GeoRender

/// Checks the base map by the colors of its dots.
@Suite struct WorldMapPictureTests {
  private let base: WorldMap
  private let device = Device(id: DeviceID(index: 0), name: "phone")

  init() throws { base = try WorldMap() }

  private func scene(
    _ latitude: Double, _ longitude: Double, level: Double, side: Double = 256, heading: Double = 0,
    type: MKMapType = .standard, isDark: Bool = false
  ) -> MapScene {
    let map = MKMapView(frame: CGRect(x: 0, y: 0, width: side, height: side), device: device)
    map.mapType = type
    map.overrideUserInterfaceStyle = isDark ? .dark : .light
    let middle = MKMapPointForCoordinate(CLLocationCoordinate2DMake(latitude, longitude))
    let width = side * exp2(20 - level)
    map.setVisibleMapRect(
      MKMapRect(x: middle.x - width / 2, y: middle.y - width / 2, width: width, height: width),
      animated: false)
    if heading != 0 {
      let camera = map.camera
      camera.heading = heading
      map.setCamera(camera, animated: false)
    }
    return map.scene
  }

  private func ground(_ scene: MapScene, scale: Double = 1) throws -> Dots {
    try Dots(scene.size.width, scene.size.height, scale: scale) { try base.drawGround(scene, in: $0) }
  }

  private func dot(_ color: UIColor) -> Dot {
    Dot(
      Int((color.red * 255).rounded()), Int((color.green * 255).rounded()), Int((color.blue * 255).rounded()))
  }

  private func at(_ dots: Dots, _ scene: MapScene, _ latitude: Double, _ longitude: Double) -> Dot {
    let point = scene.point(for: MKMapPointForCoordinate(CLLocationCoordinate2DMake(latitude, longitude)))
    return dots[Int(point.x), Int(point.y)]
  }

  @Test func theWorldHasLandAndWaterWhereTheyAre() throws {
    let scene = scene(0, 0, level: 2, side: 1024)
    let dots = try ground(scene)
    for (latitude, longitude) in [(23.0, 5.0), (40.0, -100), (60, 100), (-25, 133)] {
      #expect(at(dots, scene, latitude, longitude) == dot(MapStyle.light.land))
    }
    for (latitude, longitude) in [(0.0, -30.0), (30, -150), (-40, 80), (42, 51)] {
      #expect(at(dots, scene, latitude, longitude) == dot(MapStyle.light.water))
    }
    #expect(at(dots, scene, 75, -40) == dot(MapStyle.light.ice))
    #expect(at(dots, scene, -84, 60) == dot(MapStyle.light.ice))
  }

  @Test func aDarkMapIsDark() throws {
    let scene = scene(40, -100, level: 4, isDark: true)
    let dots = try ground(scene)
    #expect(at(dots, scene, 40.5, -99) == dot(MapStyle.dark.land))
  }

  @Test func landGoesOnOverThe180thMeridianWithoutASeam() throws {
    let scene = scene(67.5, 180, level: 7)
    let dots = try ground(scene)
    // All of a row of Chukotka, from west of the meridian to east of it, but for rivers and lakes.
    let row = Int(scene.size.height / 2)
    let land = (96..<160).count { dots[$0, row] == dot(MapStyle.light.land) }
    #expect(land >= 60)
    #expect((127...129).allSatisfy { dots[$0, row] == dot(MapStyle.light.land) })
  }

  @Test(arguments: [0.0, 37, 90, 200])
  func aTurnedMapShowsTheSamePlaces(_ heading: Double) throws {
    let scene = scene(30, 5, level: 4, heading: heading)
    #expect(scene.heading == heading)
    let dots = try ground(scene)
    #expect(at(dots, scene, 30, 5) == dot(MapStyle.light.land))
    #expect(at(dots, scene, 37.9, 4) == dot(MapStyle.light.water))
    #expect(at(dots, scene, 28, 10) == dot(MapStyle.light.land))
  }

  @Test func atTheGreatestLevelPlacesAreStillRight() throws {
    // There the ground is paper, but the open sea is the sea.
    for (latitude, longitude) in [(30.0, -40.0), (30, -60), (0, 180), (-50, -100)] {
      #expect(try ground(scene(latitude, longitude, level: 21))[3, 3] == dot(MapStyle.light.water))
    }
    #expect(try ground(scene(48.85, 2.35, level: 21))[3, 3] == dot(MapStyle.light.paper))
    let near = scene(48.85, 2.35, level: 10.5)
    #expect(near.level >= 10)
  }

  // 1:50m ends near level 7 (PI-13); this place lies far from towns.
  @Test func beyondItsDetailTheGroundIsPaperAndThePictureSaysSo() throws {
    for (level, color) in [(7.0, MapStyle.light.land), (8, MapStyle.light.paper), (12, MapStyle.light.paper)]
    {
      let scene = scene(47.03, 2.13, level: level)
      #expect(try ground(scene)[128, 128] == dot(color))
      let note = level < 8 ? "" : "no street data here: geoscript basemap add · "
      #expect(base.attribution(scene) == note + "© GeoNames")
    }
    #expect(base.attribution(scene(47.03, 2.13, level: 12, type: .satellite)) == nil)
  }

  @Test func northOfTheLastIslandThereIsWater() throws {
    let dots = try ground(scene(84.9, -170, level: 5))
    #expect(dots[128, 10] == dot(MapStyle.light.water))
  }

  @Test func pointsOfSeveralPixelsShowTheSameMap() throws {
    let scene = scene(42, 12, level: 5)
    let (one, two) = (try ground(scene), try ground(scene, scale: 2))
    let same = stride(from: 4, to: 252, by: 8).count { one[$0, 128].isNear(two[2 * $0 + 1, 257], 24) }
    #expect(two.width == 512 && same >= 26)
  }

  @Test func satelliteMapsShowNaturalColors() throws {
    let scene = scene(20, 20, level: 3, type: .satellite)
    let dots = try ground(scene)
    let (desert, forest) = (at(dots, scene, 24, 5), at(dots, scene, 1, 20))
    #expect(desert.red > 150 && desert.red > desert.blue + 30)
    #expect(forest.green > forest.red && forest.green > forest.blue && forest.green < 120)
    #expect(base.attribution(scene) == nil)
  }

  @Test func replacedAreasAreNotPainted() throws {
    var scene = scene(40, -100, level: 4)
    let rect = scene.visibleRect
    scene.replaced = [
      (MKMapRect(x: rect.minX, y: rect.minY, width: rect.width / 2, height: rect.height), isAboveLabels: true)
    ]
    let dots = try ground(scene)
    #expect(dots[40, 128] == .clear && dots[200, 128].alpha == 255)
    let labels = try Dots(256, 256) { try base.drawLabels(scene, in: $0) }
    #expect((0..<256).allSatisfy { labels[60, $0] == .clear })
  }

  @Test func namesAreWritten() throws {
    let scene = scene(48, 10, level: 5, side: 600)
    let labels = try Dots(600, 600) { try base.drawLabels(scene, in: $0) }
    #expect(labels.painted > 5000 && labels.painted < 80_000)
    #expect(base.attribution(scene) == "© GeoNames")
  }

  @Test func namesKeepOutOfWhatIsCoveredAndBesideAnnotations() throws {
    var scene = scene(48, 10, level: 5, side: 600)
    for rect in [
      CGRect(x: 0, y: 0, width: 600, height: 250), CGRect(x: 500, y: 500, width: 900, height: 900),
    ] { scene.labels.cover(rect) }
    for rect in [
      CGRect(x: 100, y: 300, width: 90, height: 90), CGRect(x: -50, y: -50, width: 10, height: 10),
    ] { scene.labels.mark(rect) }
    let labels = try Dots(600, 600) { try base.drawLabels(scene, in: $0) }
    #expect((0..<250).allSatisfy { y in (0..<600).allSatisfy { labels[$0, y] == .clear } })
    #expect((500..<600).allSatisfy { y in (500..<600).allSatisfy { labels[$0, y] == .clear } })
    // A town's dot may lie under an annotation, its name does not.
    let written = (300..<390).reduce(0) { sum, y in
      sum + (100..<190).count { labels[$0, y] != .clear }
    }
    #expect(written < 300)
    #expect(labels.painted > 2000)
  }

  @Test func theSamePictureIsTheSameByteForByte() throws {
    let scene = scene(35, 135, level: 6, side: 400)
    func picture() throws -> Dots {
      let own = try WorldMap()
      return try Dots(400, 400) {
        try own.drawGround(scene, in: $0)
        try own.drawLabels(scene, in: $0)
      }
    }
    #expect(try picture() == picture())
  }

  @Test func aMapOfOneDotOrZeroIsDrawn() throws {
    #expect(try ground(scene(0, 0, level: 2, side: 1)).width == 1)
    let none = MKMapView(frame: CGRect(x: 0, y: 0, width: 0, height: 0), device: device).scene
    _ = try Dots(1, 1) {
      try base.drawGround(none, in: $0)
      try base.drawLabels(none, in: $0)
    }
  }
}
