import Geo
import GeoRender

/// The base map for snapshots and images of scripts if the command line asks for no pictures.
///
/// It loads with the first of them.
final class LazyBaseMap: BaseMap {
  private let canvasFactory = CairoCanvasFactory(images: DecodedImages())
  private var made: ShelfBaseMap?
  private var advise: (String) -> Void = { _ in }

  /// Enables a screen to draw, with the user's maps or the map of the world under its snapshots.
  func equip(_ screen: Screen, advise: @escaping (String) -> Void) {
    self.advise = advise
    screen.baseMap = self
    screen.canvasFactory = canvasFactory
  }

  private func map() throws -> ShelfBaseMap {
    if let made { return made }
    let map = ShelfBaseMap(.user, over: try WorldMap.ofUser(advise: advise), advise: advise)
    made = map
    return map
  }

  func prepare(_ scene: MapScene) -> Bool { true }

  func drawGround(_ scene: MapScene, in context: CGContext) throws {
    try map().drawGround(scene, in: context)
  }

  func drawLabels(_ scene: MapScene, in context: CGContext) throws {
    try map().drawLabels(scene, in: context)
  }

  func attribution(_ scene: MapScene) -> String? { made?.attribution(scene) }
}
