import Geo
import LuaBridge

/// The coordinates of a shape: each must be a place on the earth.
struct Places: LuaValue {
  static var luaType: String { [CLLocationCoordinate2D].luaType }
  let value: [CLLocationCoordinate2D]

  static func read(_ stack: LuaStack, _ index: Int32) throws -> Places {
    let value = try [CLLocationCoordinate2D].read(stack, index)
    for (number, place) in value.enumerated() where !CLLocationCoordinate2DIsValid(place) {
      throw LuaMismatch(
        "element \(number + 1): latitude \(place.latitude), longitude \(place.longitude) is no place on the earth"
      )
    }
    return Places(value: value)
  }

  func push(_ stack: LuaStack) { value.push(stack) }
}

/// The map points of a shape.
struct FinitePoints: LuaValue {
  static var luaType: String { [MKMapPoint].luaType }
  let value: [MKMapPoint]

  static func read(_ stack: LuaStack, _ index: Int32) throws -> FinitePoints {
    let value = try [MKMapPoint].read(stack, index)
    for (number, point) in value.enumerated() where !(point.x.isFinite && point.y.isFinite) {
      throw LuaMismatch("element \(number + 1): {\(point.x), \(point.y)} is no finite map point")
    }
    return FinitePoints(value: value)
  }

  func push(_ stack: LuaStack) { value.push(stack) }
}

/// What is cut out of a polygon: polygons without holes of their own, which would count for nothing.
struct Holes: LuaValue {
  static var luaType: String { [MKPolygon].luaType }
  let value: [MKPolygon]

  static func read(_ stack: LuaStack, _ index: Int32) throws -> Holes {
    let value = try [MKPolygon].read(stack, index)
    if let place = value.firstIndex(where: { !$0.interiorPolygons.isEmpty }) {
      throw LuaMismatch("element \(place + 1): a polygon with interior polygons of its own cannot be cut out")
    }
    return Holes(value: value)
  }

  func push(_ stack: LuaStack) { value.push(stack) }
}

/// Charges a script instance for what lives on in a map when Lua knows nothing of it any more.
struct ShapeCharge {
  private unowned let machine: LuaMachine

  init(_ machine: LuaMachine) { self.machine = machine }

  /// About what a shape takes with its place on a map.
  private static let bytes = 500

  /// - Errors: ``LuaMessage`` when the copy is over its memory already.
  func made<Shape: MKShape>(_ shape: Shape) throws -> Shape {
    let count = (shape as? MKMultiPoint)?.pointCount ?? 0
    shape.memory = try RunningScript.current(machine).chargeHost(ShapeCharge.bytes + 32 * count)
    return shape
  }

  /// Charges for no more than the texts that a shape is made with.
  func titled<Shape: MKShape>(_ shape: Shape) throws -> Shape {
    try machine.charge(shape.title, as: "title", to: &shape.memory)
    try machine.charge(shape.subtitle, as: "subtitle", to: &shape.memory)
    return shape
  }

  func made<Overlay: MKTileOverlay>(_ overlay: Overlay) throws -> Overlay {
    overlay.memory = try RunningScript.current(machine).chargeHost(ShapeCharge.bytes)
    try machine.charge(overlay.URLTemplate, as: "URLTemplate", to: &overlay.memory)
    return overlay
  }

  func made<Renderer: MKOverlayRenderer>(_ renderer: Renderer) throws -> Renderer {
    renderer.memory = try RunningScript.current(machine).chargeHost(ShapeCharge.bytes)
    return renderer
  }
}
