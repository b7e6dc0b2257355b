import CLuaBridge

@testable import LuaBridge

/// A place with a size, for the bridge's own tests.
class Shape: LuaObject {
  var name: String
  var size: Double
  weak var delegateHolder: AnyObject?
  var delegate: LuaDelegate?
  nonisolated(unsafe) static var alive = 0

  init(name: String, size: Double) {
    self.name = name
    self.size = size
    Shape.alive += 1
  }

  deinit { Shape.alive -= 1 }

  func area(scale: Double) throws -> Double { size * size * scale }
  func draw(_ pen: Pen) throws -> String { "host drew \(name)" }
}

final class Circle: Shape {
  override func area(scale: Double) -> Double { 3 * size * size * scale }
}

/// What a script's subclass of Shape is in Swift.
final class ScriptedShape: Shape, LuaScripted {
  let script = LuaScript()

  override func area(scale: Double) throws -> Double {
    try script.override(0, of: self) {
      scale.push($0); return 1
    } result: {
      try Double.read($0, $1)
    }
      ?? super.area(scale: scale)
  }

  override func draw(_ pen: Pen) throws -> String {
    try script.override(1, of: self) {
      pen.push($0); return 1
    } result: {
      try String.read($0, $1)
    }
      ?? super.draw(pen)
  }
}

/// Something that is valid only while it is passed.
final class Pen: LuaObject {
  var width = 1.0
}

struct Spot: LuaStruct, Equatable {
  var x = 0.0
  var y = 0.0
  static let luaBlank = Spot()
  static let luaStruct = LuaStructFields<Spot>("Spot", "A spot.")
    .number("x", .one, "Across.", get: { $0.x }, set: { $0.x = $1 })
    .number("y", .one, "Down.", get: { $0.y }, set: { $0.y = $1 })
}

struct Frame: LuaStruct, Equatable {
  var origin = Spot()
  var width = 0.0
  static let luaBlank = Frame()
  static let luaStruct = LuaStructFields<Frame>("Frame", "A frame.")
    .nested("origin", "Where.", get: { $0.origin }, set: { $0.origin = $1 })
    .number("width", .one, "How wide.", get: { $0.width }, set: { $0.width = $1 })
}

struct Refused: Error, Equatable { let reason: String }

/// A machine with the test classes and a copy to run scripts in.
final class Bench {
  let machine: LuaMachine
  let environment: LuaEnvironment
  var printed: [String] = []
  var warnings: [String] = []
  var frame = Frame(origin: Spot(x: 1, y: 2), width: 3)
  var made: [Shape] = []

  init(memoryLimit: Int = 1 << 30, environmentLimit: Int = 8 << 20) {
    machine = LuaMachine(memoryLimit: memoryLimit)
    environment = LuaEnvironment(machine: machine, memoryLimit: environmentLimit)
    machine.onWarning = { [unowned self] in warnings.append($0) }
    machine.add(Spot.self)
    machine.add(Frame.self)
    machine.add(Pen.self, name: "Pen") { c in
      c.summary("A pen.")
      c.property("width", .one, "Its width.") {
        $0.width
      } set: {
        $0.width = $1
      }
    }
    machine.add(Shape.self, name: "Shape", Bench.bindShape)
    machine.add(Circle.self, name: "Circle", base: Shape.self) { c in
      c.summary("A circle.")
      c.initializer(["name", "size"]) { Circle(name: $0, size: $1) }
    }
    machine.add(ScriptedShape.self, name: "ScriptedShape", base: Shape.self, isPublished: false) { _ in }
    machine.globals { [unowned self] g in
      g.rawFunction(LuaCatalog.Function("print", summary: "Prints.")) { [unowned self] stack in
        let parts = (0..<lb_top(stack)).map { index -> String in
          lb_pushdescription(stack, index + 1)
          defer { lb_pop(stack, 1) }
          return (try? String.read(stack, -1)) ?? "?"
        }
        printed.append(parts.joined(separator: "\t"))
        return 0
      }
      g.constant("kSize", 10, .one, "A constant.")
      g.function("refuse", ["reason"], "Throws.") { (reason: String) in throw Refused(reason: reason) }
      g.function("measure", ["shape", "scale"], .one, "Area.") { (shape: Shape, scale: Double) in
        try shape.area(scale: scale)
      }
      g.function("paint", ["shape"], .none, "Draws with a pen that expires.") {
        [unowned self] (shape: Shape) -> String in
        let pen = Pen()
        return try pen.pushScoped(machine.stack) { try shape.draw(pen) }
      }
      g.function("call", ["f"], "Calls back.") { (f: LuaFunction) in try f.call() }
      g.function("frame", .none, "The frame.") { [unowned self] () -> Frame in frame }
      g.function("setFrame", ["frame"], "Sets it.") { [unowned self] (value: Frame) in frame = value }
      g.function("shapes", ["count"], .none, "Some shapes.") { (count: Int) -> [Shape] in
        (0..<count).map { Shape(name: "s\($0)", size: Double($0)) }
      }
      g.function("keep", ["shape"], "Keeps it in Swift.") { [unowned self] (shape: Shape) in
        made.append(shape)
      }
    }
    machine.add(
      LuaCatalog.Delegate(
        name: "ShapeDelegate", summary: "Hears of a shape.",
        functions: [
          LuaCatalog.DelegateFunction(
            LuaCatalog.Function(
              "didChange", [.init("shape", "Shape"), .init("by", "Shape")], summary: "It changed."),
            selector: "shape:didChange:")
        ]))
  }

  static func bindShape(_ c: LuaBinder<Shape>) {
    c.summary("A shape.")
    c.initializer(["name", "size"]) { Shape(name: $0, size: $1) }
    c.scriptedInitializer(["name", "size"]) { ScriptedShape(name: $0, size: $1) }
    c.property("name", .none, "Its name.") { $0.name }
    c.property("size", .meters, "Its size.") {
      $0.size
    } set: {
      $0.size = $1
    }
    c.delegate("delegate", protocol: "ShapeDelegate", "Hears of changes.") { $0.delegate = $1 }
    c.method("area", ["scale"], .one, "Its area.") { me, scale in
      try LuaScript.callingBase(of: me, 0) { try $0.area(scale: scale) }
    }
    c.method("draw", ["pen"], .none, "Draws it.") { (me: Shape, pen: Pen) -> String in
      try LuaScript.callingBase(of: me, 1) { try $0.draw(pen) }
    }
    c.method("changeBy", ["other"], "Tells the delegate.") { (me: Shape, other: Shape) in
      let machine = me.delegate?.machine
      if let name = machine?.name("didChange", alias: "shapeChanged") {
        try me.delegate?.call(name, me, other)
      }
    }
    c.alias("change_by", of: "changeBy")
    c.classMethod("count", .one, "How many there are.") { Double(Shape.alive) }
    c.open(overridable: ["area", "draw"])
  }

  /// Runs a script and returns what it printed.
  @discardableResult
  func run(_ source: String) throws -> [String] {
    printed = []
    try environment.run(LuaChunk(source, name: "test.lua", machine: machine))
    return printed
  }

  /// The message that a script ends with.
  func failure(_ source: String) -> String {
    do {
      try run(source)
      return "(no error)"
    } catch {
      return (error as? LuaError)?.message ?? "\(error)"
    }
  }
}
