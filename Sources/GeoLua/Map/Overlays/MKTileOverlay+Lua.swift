public import Geo
public import LuaBridge

extension MKTileOverlay: LuaObject {
  static func bind(_ c: LuaBinder<MKTileOverlay>) {
    c.summary("An overlay of square map tiles, on top of the map or instead of it.")
    let charge = ShapeCharge(c.machine)
    c.open(overridable: TileMethod.allCases.map { "\($0)" })
    c.initializer(["URLTemplate"]) { (template: String?) in
      try charge.made(MKTileOverlay(URLTemplate: template))
    }
    c.scriptedInitializer(["URLTemplate"]) { (template: String?) in
      try charge.made(ScriptedTileOverlay(URLTemplate: template))
    }
    bindAttributes(c)
    c.method(
      "URLForTilePath", ["path"], .none,
      "Returns the URL of a tile: the template with the tile's numbers; nil without a template. Made to be "
        + "overridden."
    ) { (me: MKTileOverlay, path: MKTileOverlayPath) in
      try LuaScript.callingBase(of: me, TileMethod.URLForTilePath.rawValue) {
        try $0.url(forTilePath: path)
      }
    }
    c.method(
      "loadTileAtPath", ["path", "result"],
      "Loads a tile and calls `result(data, error)` once, now or later: `result(data)` with an image's "
        + "bytes, `result(nil, error)` for a failure, `result(nil)` where there is no tile. Made to be "
        + "overridden."
    ) { [unowned machine = c.machine] (me: MKTileOverlay, path: MKTileOverlayPath, result: TileCallback) in
      try result.load(path, of: me, RunningScript.current(machine))
    }
    c.alias("loadTileAtPath_result", of: "loadTileAtPath")
    c.method(
      "intersectsMapRect", ["mapRect"], .none,
      "Returns whether the overlay has content in a rect: always true."
    ) { (me: MKTileOverlay, rect: MKMapRect) in try me.intersects(rect) }
  }

  private static func bindAttributes(_ c: LuaBinder<MKTileOverlay>) {
    c.property("URLTemplate", .none, "The URL of a tile, with {x}, {y}, {z} and {scale} for its numbers.") {
      $0.URLTemplate
    }
    c.property("tileSize", .none, "The size of a tile on the screen, in points.") {
      $0.tileSize
    } set: { (me: MKTileOverlay, size: CGSize) in
      guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
        throw LuaMismatch("a size above 0 expected")
      }
      me.tileSize = size
    }
    let levels: [(String, ReferenceWritableKeyPath<MKTileOverlay, Int>, String)] = [
      ("minimumZ", \.minimumZ, "The lowest zoom level with tiles; 0 by default."),
      ("maximumZ", \.maximumZ, "The highest zoom level with tiles; 21 by default."),
    ]
    for (name, path, summary) in levels {
      c.property(name, .one, summary) {
        $0[keyPath: path]
      } set: { (me: MKTileOverlay, value: Int) in
        guard (0...30).contains(value) else {
          throw LuaMismatch("a zoom level from 0 to 30 expected, got \(value)")
        }
        me[keyPath: path] = value
      }
    }
    let flags: [(String, ReferenceWritableKeyPath<MKTileOverlay, Bool>, String)] = [
      ("geometryFlipped", \.geometryFlipped, "Whether tile rows are numbered from the south."),
      (
        "canReplaceMapContent", \.canReplaceMapContent,
        "Whether the map does not have to draw its content below the overlay."
      ),
    ]
    for (name, path, summary) in flags {
      c.property(name, .none, summary) {
        $0[keyPath: path]
      } set: { (me: MKTileOverlay, value: Bool) in
        me[keyPath: path] = value
      }
    }
    c.property("coordinate", .none, "The center of the map.") { $0.coordinate }
    c.property("boundingMapRect", .none, "The whole map.") { $0.boundingMapRect }
    c.text("title", "A name for your own use.", get: { $0.title }, set: { $0.title = $1 }, paidBy: \.memory)
    c.text(
      "subtitle", "A text for your own use.", get: { $0.subtitle }, set: { $0.subtitle = $1 },
      paidBy: \.memory)
  }
}

/// The methods of tile overlays that scripts may override, in the order of their slots.
enum TileMethod: Int32, CaseIterable {
  case URLForTilePath, loadTileAtPath
}

/// An instance of a script's subclass of `MKTileOverlay`.
final class ScriptedTileOverlay: MKTileOverlay, LuaScripted {
  let script = LuaScript()

  override func url(forTilePath path: MKTileOverlayPath) throws -> String? {
    let answer: String?? = try script.override(TileMethod.URLForTilePath.rawValue, of: self) {
      path.push($0)
      return 1
    } result: {
      try String?.read($0, $1)
    }
    return try answer ?? super.url(forTilePath: path)
  }

  override func loadTile(at path: MKTileOverlayPath, result: @escaping (TileAnswer) -> Void) throws {
    guard script.overrides(TileMethod.loadTileAtPath.rawValue) else {
      return try super.loadTile(at: path, result: result)
    }
    let given = TileResult(result)
    let isDone: Void? = try script.override(TileMethod.loadTileAtPath.rawValue, of: self) {
      path.push($0)
      given.push($0)
      return 2
    } result: { _, _ in
    }
    // The script called the base's implementation.
    if isDone == nil { try super.loadTile(at: path) { given.receive($0) } }
  }
}

extension MKTileOverlayPath: LuaStruct {
  public static let luaBlank = MKTileOverlayPath(x: 0, y: 0, z: 0)
  public static let luaStruct = LuaStructFields<MKTileOverlayPath>(
    "MKTileOverlayPath", "The position of a tile in a tile overlay."
  )
  .whole("x", .one, "The column, counted from the map's western edge.", get: { $0.x }, set: { $0.x = $1 })
  .whole("y", .one, "The row, counted from the map's northern edge.", get: { $0.y }, set: { $0.y = $1 })
  .whole("z", .one, "The zoom level: the map is 2^z tiles wide.", get: { $0.z }, set: { $0.z = $1 })
  .number(
    "contentScaleFactor", .one, "The number of pixels per point: 1 or 2.", get: { $0.contentScaleFactor },
    set: { $0.contentScaleFactor = $1 })
}
