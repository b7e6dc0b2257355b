import Geo
import LuaBridge

/// The coordinates of a shape; each must be valid.
struct Places: LuaValue {
  static var luaType: String { [CLLocationCoordinate2D].luaType }
  let value: [CLLocationCoordinate2D]

  static func read(_ stack: LuaStack, _ index: Int32) throws -> Places {
    let value = try [CLLocationCoordinate2D].read(stack, index)
    for (number, place) in value.enumerated() where !CLLocationCoordinate2DIsValid(place) {
      throw LuaMismatch(
        "element \(number + 1): invalid latitude \(place.latitude), longitude \(place.longitude) "
          + "(expected ±90°, ±180°)"
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
      throw LuaMismatch("element \(number + 1): finite map point expected, got {\(point.x), \(point.y)}")
    }
    return FinitePoints(value: value)
  }

  func push(_ stack: LuaStack) { value.push(stack) }
}

/// How many of an array's elements are meant, as C has to be told.
struct ElementCount: LuaValue {
  static var luaType: String { "integer" }
  let value: Int

  static func read(_ stack: LuaStack, _ index: Int32) throws -> ElementCount {
    ElementCount(value: try Int.read(stack, index))
  }

  func push(_ stack: LuaStack) { value.push(stack) }

  /// - Errors: ``LuaMismatch`` for more than there are.
  func first<Element>(of elements: [Element]) throws -> [Element] {
    guard value >= 0, value <= elements.count else {
      throw LuaMismatch(
        "the count is \(value), and the array has \(elements.count) elements (Lua's arrays begin at 1)")
    }
    return Array(elements.prefix(value))
  }
}

/// What may follow the places of a polygon: how many of them are meant, or its holes.
enum CountOrHoles: LuaValue {
  case count(ElementCount)
  case holes(Holes)

  static var luaType: String { "(integer|MKPolygon[])" }

  static func read(_ stack: LuaStack, _ index: Int32) throws -> CountOrHoles {
    if let count = try? ElementCount.read(stack, index) { return .count(count) }
    return .holes(try Holes.read(stack, index))
  }

  func push(_ stack: LuaStack) {
    switch self {
    case .count(let count): count.push(stack)
    case .holes(let holes): holes.push(stack)
    }
  }

  var count: ElementCount? { if case .count(let count) = self { count } else { nil } }
  var holes: Holes? { if case .holes(let holes) = self { holes } else { nil } }
}

/// The polygons cut out of a polygon. They have no interior polygons, which would have no effect.
struct Holes: LuaValue {
  static var luaType: String { [MKPolygon].luaType }
  let value: [MKPolygon]

  static func read(_ stack: LuaStack, _ index: Int32) throws -> Holes {
    let value = try [MKPolygon].read(stack, index)
    if let place = value.firstIndex(where: { !$0.interiorPolygons.isEmpty }) {
      throw LuaMismatch("element \(place + 1): cannot cut out a polygon that has interior polygons")
    }
    return Holes(value: value)
  }

  func push(_ stack: LuaStack) { value.push(stack) }
}

/// Charges a script instance for objects that a map keeps, which may outlive their Lua objects.
struct ShapeCharge {
  private unowned let machine: LuaMachine

  init(_ machine: LuaMachine) { self.machine = machine }

  /// Approximate bytes of a shape on a map.
  private static let bytes = 500

  /// - Errors: ``LuaMessage`` when the script is already over its memory limit.
  func made<Shape: MKShape>(_ shape: Shape) throws -> Shape {
    let count = (shape as? MKMultiPoint)?.pointCount ?? 0
    shape.memory = try RunningScript.current(machine).chargeHost(ShapeCharge.bytes + 32 * count)
    return shape
  }

  /// Charges only for the texts that a shape is made with.
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
