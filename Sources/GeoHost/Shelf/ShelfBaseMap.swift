import Geo
package import GeoRender
import GeoStore

/// The base map of pictures without `--basemap`: the best map of the shelf that covers the view, else
/// the best drawn one that covers a part of it, over the world, else the world.
///
/// Scripts are not notified that it loads: what they do must not depend on what is on the shelf.
///
/// - Source: PI-9, PI-10, PI-11.
package final class ShelfBaseMap: BaseMap {
  private let shelf: MapShelf
  private let world: WorldMap
  private let advise: (String) -> Void
  /// The maps that were drawn; nil for those that cannot be.
  private var bases: [String: (any BaseMap)?] = [:]
  private var last: (view: View, map: any BaseMap)?

  /// What the choice depends on.
  private struct View: Equatable {
    var rect: MKMapRect
    var level: Double
    var scale: Double
    var heading: Double
    var hasLabels: Bool
  }

  /// - Parameter advise: gets a sentence about each file that cannot be drawn; may get it again.
  package init(_ shelf: MapShelf, over world: WorldMap, advise: @escaping (String) -> Void) {
    (self.shelf, self.world, self.advise) = (shelf, world, advise)
  }

  func prepare(_ scene: MapScene) -> Bool { map(scene).prepare(scene) }

  func drawGround(_ scene: MapScene, in context: CGContext) throws {
    try map(scene).drawGround(scene, in: context)
  }

  func drawLabels(_ scene: MapScene, in context: CGContext) throws {
    try map(scene).drawLabels(scene, in: context)
  }

  func attribution(_ scene: MapScene) -> String? { map(scene).attribution(scene) }

  /// The map of a scene, ready to be drawn.
  private func map(_ scene: MapScene) -> any BaseMap {
    let hasLabels = scene.mapType.hasLabels
    let view = View(
      rect: scene.visibleRect, level: scene.level, scale: scene.contentScale, heading: scene.heading,
      hasLabels: hasLabels)
    if let last, last.view == view { return last.map }
    var chosen: any BaseMap = world
    // A picture of imagery leaves streets out.
    let maps = shelf.maps(advise).filter { hasLabels || !$0.isDrawn }
    let parts = maps.filter { $0.isDrawn && $0.touches(scene) }
    for map in maps.filter({ $0.covers(scene) }) + parts {
      if let base = opened(map), isWhole(base, map, scene) {
        chosen = base
        break
      }
    }
    last = (view, chosen)
    return chosen
  }

  /// The base map of a file; nil if it cannot be drawn.
  private func opened(_ map: ShelfMap) -> (any BaseMap)? {
    if let known = bases[map.path] { return known }
    var base: (any BaseMap)?
    do throws(GeoError) {
      switch map.format {
      case .streets: base = StreetMap(try shelf.streets(map.path), over: world)
      case .mbtiles, .pmtiles:
        let archive = try TileArchives.open(map.path)
        base =
          archive.isVector
          ? VectorMap(archive, over: world, say: advise)
          : TileBaseMap(template: "{z}/{x}/{y}", loader: ShelfTiles(archive, advise: advise))
      }
    } catch {
      advise(MapShelf.advice(error, map.name))
    }
    bases.updateValue(base, forKey: map.path)
    return base
  }

  /// Loads what a scene needs; returns whether all of it is there.
  private func isWhole(_ base: any BaseMap, _ map: ShelfMap, _ scene: MapScene) -> Bool {
    guard base.prepare(scene), let failure = base.tiles?.failure else { return true }
    // Bounds are a rectangle, and may hold more than there are tiles.
    if failure.code != ShelfTiles.isMissing.rawValue {
      advise(MapShelf.advice(GeoError(.data, failure.localizedDescription, at: map.path), map.name))
    }
    return false
  }
}
