/// The content below a map's overlays, and its names between them.
public protocol BaseMap: AnyObject {
  /// Starts to load what a scene needs; returns whether everything is loaded or has failed.
  func prepare(_ scene: MapScene) -> Bool
  /// Ground, water, borders and roads.
  func drawGround(_ scene: MapScene, in context: CGContext) throws
  /// Names, and the symbols over the roads.
  func drawLabels(_ scene: MapScene, in context: CGContext) throws
  /// The attribution that its source requires for a scene; nil if none.
  func attribution(_ scene: MapScene) -> String?
  /// Its loading tiles, so that maps can notify their delegates; nil if none.
  var tiles: (any TileLoading)? { get }
}

extension BaseMap {
  public var tiles: (any TileLoading)? { nil }
}
