import Geo
import GeoRender

/// The base map for snapshots and images of scripts if the command line asks for no pictures.
///
/// It loads with the first of them.
final class LazyBaseMap: BaseMap {
  private let canvasFactory = CairoCanvasFactory(images: DecodedImages())
  private var world: WorldMap?

  /// Enables a screen to draw, with the map of the world under its snapshots.
  func equip(_ screen: Screen) {
    screen.baseMap = self
    screen.canvasFactory = canvasFactory
  }

  private func map() throws -> WorldMap {
    if let world { return world }
    let made = try WorldMap(coast: WorldMap.installedCoast)
    world = made
    return made
  }

  func prepare(_ scene: MapScene) -> Bool { true }

  func drawGround(_ scene: MapScene, in context: CGContext) throws {
    try map().drawGround(scene, in: context)
  }

  func drawLabels(_ scene: MapScene, in context: CGContext) throws {
    try map().drawLabels(scene, in: context)
  }

  func attribution(_ scene: MapScene) -> String? { world?.attribution(scene) }
}
