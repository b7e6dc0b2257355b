import RecordingCanvas

@testable import GeoCore
@testable import GeoMap

/// Delivers tiles that tests define, and records the requests.
final class TestLoader: TileLoader {
  var answers: [String: TileAnswer] = [:]
  /// The answer if `answers` has none; nil for a distinct picture for each tile.
  var usual: TileAnswer?
  /// Whether answers wait for ``give(_:)``.
  var waits = false
  var known = TileSource()
  private(set) var asked: [String] = []
  private(set) var reports: [String] = []
  private var waiting: [(name: String, path: MKTileOverlayPath, result: (TileAnswer) -> Void)] = []

  func load(_ address: String, _ path: MKTileOverlayPath, result: @escaping (TileAnswer) -> Void) {
    asked.append(address)
    waiting.append((address, path, result))
    if !waits { give { $0 } }
  }

  func source(of template: String) -> TileSource { known }
  func report(_ error: NSError) { reports.append(error.localizedDescription) }

  /// The requests since the last reading.
  func takeAsked() -> [String] {
    defer { asked = [] }
    return asked
  }

  /// Answers what waits, in another order.
  func give(_ order: ([Int]) -> [Int]) {
    let all = waiting
    waiting = []
    for index in order(Array(all.indices)) {
      let (name, path, result) = all[index]
      result(answers[name] ?? usual ?? .bytes(TileFixtures.picture(path)))
    }
  }
}

enum TileFixtures {
  /// A PNG that has a beginning and an end; its width tells which tile it is: ZXXYY.
  static func picture(_ path: MKTileOverlayPath) -> [UInt8] {
    picture(width: path.z * 100 + path.x * 10 + path.y + 1, height: path.contentScaleFactor == 2 ? 2 : 1)
  }

  static func picture(width: Int, height: Int) -> [UInt8] {
    func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
    return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8) + big(width)
      + big(height) + [2, 3, 0, 0, 0] + [0, 0, 0, 0] + Array("IEND".utf8) + [0xae, 0x42, 0x60, 0x82]
  }

  static func overlay(_ loader: TestLoader, _ template: String? = "{z}/{x}/{y}") -> MKTileOverlay {
    let overlay = MKTileOverlay(URLTemplate: template)
    overlay.tileLoader = loader
    return overlay
  }

  /// A picture of `width` × `height` points at a whole level, with the middle at a share of the world.
  static func scene(
    _ width: Double, _ height: Double, level: Double, x: Double = 0.5, y: Double = 0.5, scale: Double = 1,
    heading: Double = 0
  ) -> MapScene {
    var viewport = Viewport(size: CGSize(width: width, height: height))
    viewport.level = level
    viewport.center = MKMapPoint(x: MKMapSizeWorld.width * x, y: MKMapSizeWorld.height * y)
    viewport.heading = heading
    var scene = MapScene(viewport)
    scene.contentScale = scale
    return scene
  }

  /// What a renderer's tiles paint.
  static func paint(_ renderer: MKTileOverlayRenderer, _ scene: MapScene) throws -> [String] {
    _ = try renderer.prepare(scene)
    let canvas = RecordingCanvas(size: scene.size, scale: scene.contentScale)
    try renderer.render(scene, in: CGContext(canvas))
    return canvas.painted()
  }
}
