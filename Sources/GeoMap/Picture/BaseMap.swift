/// What lies under a map's overlays, and its names between them.
public protocol BaseMap: AnyObject {
  /// Starts to load what a scene needs; returns whether all of it is there, or will never be.
  func prepare(_ scene: MapScene) -> Bool
  /// Ground, water, borders and roads.
  func drawGround(_ scene: MapScene, in context: CGContext) throws
  /// Names, and what lies with them over the roads.
  func drawLabels(_ scene: MapScene, in context: CGContext) throws
  /// What its source asks to be said for what a scene shows; nil for nothing.
  func attribution(_ scene: MapScene) -> String?
  /// What of it is loaded, so that the delegates of maps hear of it; nil for nothing.
  var tiles: (any TileLoading)? { get }
}

extension BaseMap {
  public var tiles: (any TileLoading)? { nil }
}
