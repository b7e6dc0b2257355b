import Geo
import LuaBridge

/// The methods of renderers that scripts may override, in the order of their slots.
enum RendererMethod: Int32, CaseIterable {
  case canDrawMapRect

  static let names = allCases.map { "\($0)" }
}

extension LuaScript {
  /// What the script's `canDrawMapRect` says, else `base`.
  fileprivate func canDraw(
    _ renderer: some LuaScripted, _ rect: MKMapRect, _ scale: MKZoomScale, base: () throws -> Bool
  ) throws -> Bool {
    let answer = try override(RendererMethod.canDrawMapRect.rawValue, of: renderer) {
      rect.push($0)
      scale.push($0)
      return 2
    } result: {
      try Bool.read($0, $1)
    }
    return try answer ?? base()
  }
}

// What instances of a script's subclasses are.

final class ScriptedOverlayRenderer: MKOverlayRenderer, LuaScripted {
  let script = LuaScript()

  override func canDraw(_ mapRect: MKMapRect, zoomScale: MKZoomScale) throws -> Bool {
    try script.canDraw(self, mapRect, zoomScale) { try super.canDraw(mapRect, zoomScale: zoomScale) }
  }
}

final class ScriptedOverlayPathRenderer: MKOverlayPathRenderer, LuaScripted {
  let script = LuaScript()

  override func canDraw(_ mapRect: MKMapRect, zoomScale: MKZoomScale) throws -> Bool {
    try script.canDraw(self, mapRect, zoomScale) { try super.canDraw(mapRect, zoomScale: zoomScale) }
  }
}

final class ScriptedPolygonRenderer: MKPolygonRenderer, LuaScripted {
  let script = LuaScript()

  override func canDraw(_ mapRect: MKMapRect, zoomScale: MKZoomScale) throws -> Bool {
    try script.canDraw(self, mapRect, zoomScale) { try super.canDraw(mapRect, zoomScale: zoomScale) }
  }
}

final class ScriptedMultiPolygonRenderer: MKMultiPolygonRenderer, LuaScripted {
  let script = LuaScript()

  override func canDraw(_ mapRect: MKMapRect, zoomScale: MKZoomScale) throws -> Bool {
    try script.canDraw(self, mapRect, zoomScale) { try super.canDraw(mapRect, zoomScale: zoomScale) }
  }
}

final class ScriptedCircleRenderer: MKCircleRenderer, LuaScripted {
  let script = LuaScript()

  override func canDraw(_ mapRect: MKMapRect, zoomScale: MKZoomScale) throws -> Bool {
    try script.canDraw(self, mapRect, zoomScale) { try super.canDraw(mapRect, zoomScale: zoomScale) }
  }
}

final class ScriptedPolylineRenderer: MKPolylineRenderer, LuaScripted {
  let script = LuaScript()

  override func canDraw(_ mapRect: MKMapRect, zoomScale: MKZoomScale) throws -> Bool {
    try script.canDraw(self, mapRect, zoomScale) { try super.canDraw(mapRect, zoomScale: zoomScale) }
  }
}

final class ScriptedMultiPolylineRenderer: MKMultiPolylineRenderer, LuaScripted {
  let script = LuaScript()

  override func canDraw(_ mapRect: MKMapRect, zoomScale: MKZoomScale) throws -> Bool {
    try script.canDraw(self, mapRect, zoomScale) { try super.canDraw(mapRect, zoomScale: zoomScale) }
  }
}

final class ScriptedTileOverlayRenderer: MKTileOverlayRenderer, LuaScripted {
  let script = LuaScript()

  override func canDraw(_ mapRect: MKMapRect, zoomScale: MKZoomScale) throws -> Bool {
    try script.canDraw(self, mapRect, zoomScale) { try super.canDraw(mapRect, zoomScale: zoomScale) }
  }
}
