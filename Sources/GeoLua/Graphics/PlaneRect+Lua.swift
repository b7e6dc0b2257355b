public import Geo
public import LuaBridge

/// The C functions that view rects and map rects share.
struct PlaneRectFunctions<Rect: PlaneRect & LuaStruct>
where Rect.Point: LuaStruct, Rect.Size: LuaStruct {
  private let g: LuaScope
  private let unit: LuaUnit
  /// `CGRect`, `MKMapRect`.
  private let name = Rect.luaType

  init(_ g: LuaScope, _ unit: LuaUnit) {
    self.g = g
    self.unit = unit
  }

  /// Declares the functions that make a point, a size and, if it has a name, a rect.
  func declareMaking(_ point: String, _ size: String, _ rect: String?) {
    g.function(point, ["x", "y"], .none, "Returns the point (`x`, `y`).") { (x: Double, y: Double) in
      Rect.Point(x: x, y: y)
    }
    g.function(size, ["width", "height"], .none, "Returns the size `width` by `height`.") {
      (width: Double, height: Double) in
      Rect.Size(width: width, height: height)
    }
    guard let rect else { return }
    g.function(rect, ["x", "y", "width", "height"], .none, "Returns the rect with this origin and size.") {
      (x: Double, y: Double, width: Double, height: Double) in
      Rect(x: x, y: y, width: width, height: height)
    }
  }

  /// Declares the functions that return a number of a rect, named by `named` from `MinX` and the like.
  func declareEdges(named: (String) -> String) {
    let edges: [(String, String, (Rect) -> Double)] = [
      ("MinX", "the left edge", { $0.minX }),
      ("MinY", "the upper edge", { $0.minY }),
      ("MidX", "the horizontal center", { $0.midX }),
      ("MidY", "the vertical center", { $0.midY }),
      ("MaxX", "the right edge", { $0.maxX }),
      ("MaxY", "the lower edge", { $0.maxY }),
      ("Width", "the width, 0 or more", { $0.width }),
      ("Height", "the height, 0 or more", { $0.height }),
    ]
    for (edge, what, value) in edges {
      g.function(named(edge), ["rect"], unit, "Returns \(what).") { (rect: Rect) in value(rect) }
    }
  }

  func declareComparing() {
    g.function(
      "\(Rect.Point.luaType)EqualToPoint", ["a", "b"], .none, "Returns whether two points are equal."
    ) {
      (a: Rect.Point, b: Rect.Point) in a == b
    }
    g.function(
      "\(Rect.Size.luaType)EqualToSize", ["a", "b"], .none, "Returns whether two sizes are equal."
    ) {
      (a: Rect.Size, b: Rect.Size) in a == b
    }
    g.function("\(name)EqualToRect", ["a", "b"], .none, "Returns whether two rects are equal.") {
      (a: Rect, b: Rect) in a == b || (a.isNull && b.isNull)
    }
    g.function("\(name)IsNull", ["rect"], .none, "Returns whether the rect is the null rect.") {
      (rect: Rect) in
      rect.isNull
    }
  }

  func declareArithmetic() {
    g.function(
      "\(name)Union", ["a", "b"], .none,
      "Returns the smallest rect that contains both. A null rect adds nothing, an empty one its position."
    ) { (a: Rect, b: Rect) in a.union(b) }
    g.function(
      "\(name)Intersection", ["a", "b"], .none, "Returns the intersection, or the null rect."
    ) { (a: Rect, b: Rect) in a.intersection(b) }
    g.function(
      "\(name)IntersectsRect", ["a", "b"], .none,
      "Returns whether two rects intersect; a shared edge "
        + (Rect.edgesIntersect ? "counts." : "does not count.")
    ) { (a: Rect, b: Rect) in a.intersects(b) }
    g.function(
      "\(name)ContainsRect", ["outer", "inner"], .none,
      "Returns whether `outer` contains `inner`, edges included; every rect contains the null rect."
    ) { (outer: Rect, inner: Rect) in outer.contains(inner) }
    g.function(
      "\(name)Inset", ["rect", "dx", "dy"], .none,
      "Returns the rect with each side moved inward (outward if negative); the null rect if nothing is left."
    ) { (rect: Rect, dx: Number, dy: Number) in rect.insetBy(dx: dx.value, dy: dy.value) }
    g.function("\(name)Offset", ["rect", "dx", "dy"], .none, "Returns the rect moved.") {
      (rect: Rect, dx: Number, dy: Number) in rect.offsetBy(dx: dx.value, dy: dy.value)
    }
    declareDivision()
  }

  private func declareDivision() {
    let name = "\(name)Divide"
    g.rawFunction(
      LuaCatalog.Function(
        name, [.init("rect", Rect.luaType), .init("amount", "number"), .init("edge", "integer")],
        result: "\(Rect.luaType), \(Rect.luaType)",
        summary: "Cuts a slice `amount` deep from an edge; returns the slice and the remainder.")
    ) { stack in
      func argument<Value: LuaValue>(_ number: Int32) throws -> Value {
        do {
          return try Value.read(stack, number)
        } catch let mismatch as LuaMismatch {
          throw LuaMessage("bad argument #\(number) to '\(name)' (\(mismatch.message))")
        }
      }
      let rect: Rect = try argument(1)
      let amount: Number = try argument(2)
      let edge: CGRectEdge = try argument(3)
      let (slice, remainder) = rect.divided(atDistance: amount.value, from: edge)
      slice.push(stack)
      remainder.push(stack)
      return 2
    }
  }
}

extension CGRectEdge: LuaValue {
  public static var luaType: String { "integer" }

  public static func read(_ stack: LuaStack, _ index: Int32) throws -> CGRectEdge {
    let number = try Int.read(stack, index)
    guard let edge = CGRectEdge(rawValue: number) else {
      throw LuaMismatch("CGRectMinXEdge, …MinYEdge, …MaxXEdge or …MaxYEdge expected, got \(number)")
    }
    return edge
  }

  public func push(_ stack: LuaStack) { rawValue.push(stack) }
}
