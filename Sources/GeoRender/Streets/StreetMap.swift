public import Geo

/// A base map of streets from an OpenStreetMap file, over the world map.
///
/// - Source: OpenStreetMap's tags, <https://wiki.openstreetmap.org/wiki/Map_features>.
public final class StreetMap: BaseMap {
  let data: StreetData
  let world: WorldMap
  /// What its source asks to be named.
  private let credit: String

  static let openStreetMap = "© OpenStreetMap contributors"
  /// The first level with names from the file; below it, the file's area is only a spot on the world map.
  static let firstNames = 9.0
  /// The first level where the file's area replaces the world map's coarse land.
  static let firstGround = 8.0

  public convenience init(_ data: StreetData, over world: WorldMap) {
    self.init(data, over: world, credit: StreetMap.openStreetMap)
  }

  init(_ data: StreetData, over world: WorldMap, credit: String) {
    (self.data, self.world, self.credit) = (data, world, credit)
  }

  public func prepare(_ scene: MapScene) -> Bool { true }

  public func attribution(_ scene: MapScene) -> String? {
    guard scene.mapType.hasLabels else { return nil }
    guard !hasOwnNames(scene), let other = world.credit(scene) else { return credit }
    return credit + ", " + other
  }

  /// Whether names come from the file.
  func hasOwnNames(_ scene: MapScene) -> Bool { scene.level >= StreetMap.firstNames }

  public func drawGround(_ scene: MapScene, in context: CGContext) throws {
    guard scene.size.width > 0, scene.size.height > 0 else { return }
    if scene.level < world.neutralLevel || scene.mapType.isImagery {
      try world.drawGround(scene, in: context)
    }
    guard scene.mapType.hasLabels else { return }
    context.saving {
      scene.leaveOut(scene.replaced.map(\.rect), in: context)
      guard !context.boundingBoxOfClipPath.isEmpty else { return }
      StreetPainter(data, scene, neutralLevel: world.neutralLevel, in: context).draw()
    }
  }

  public func drawLabels(_ scene: MapScene, in context: CGContext) throws {
    guard hasOwnNames(scene) else { return try world.drawLabels(scene, in: context) }
    guard scene.size.width > 0, scene.size.height > 0 else { return }
    world.forgetSizes()
    context.saving {
      scene.leaveOut(scene.replaced.filter(\.isAboveLabels).map(\.rect), in: context)
      guard !context.boundingBoxOfClipPath.isEmpty else { return }
      var names = StreetNames(self, scene, in: context)
      names.draw()
    }
  }
}
