import Testing

@testable import LuaBridge

/// What a host's protocol might ask for.
protocol Placed: AnyObject {
  var spot: Spot? { get }
}

final class ScriptedPlace: LuaStandIn, Placed {
  override class var luaName: String { "Placed" }
  override class var requiredFields: [String] { ["spot"] }
  nonisolated(unsafe) static var alive = 0
  var changes: [String] = []

  required init(_ value: Value) {
    super.init(value)
    ScriptedPlace.alive += 1
  }

  deinit { ScriptedPlace.alive -= 1 }

  var spot: Spot? { try? field("spot") }
  override func valueDidChange(_ name: String) throws {
    changes.append(name)
    if name == "forbidden" { throw LuaMessage("not that one") }
  }
}

final class ScriptedArea: LuaStandIn {
  override class var luaName: String { "Area" }
  override class var requiredFields: [String] { ["size"] }
}

final class Pin: LuaObject, Placed {
  var spot: Spot? = Spot(x: 7, y: 8)
}

enum PlacedProtocol: LuaProtocol {
  typealias StandIn = ScriptedPlace
  static func conforming(_ object: AnyObject) -> (any Placed)? { object as? any Placed }
}

final class Root: LuaObject {
  static func bind(_ c: LuaBinder<Root>) {
    c.summary("The base of a script's classes.")
    c.initializer { Root() }
    c.open()
    c.reportsChanges()
  }
}

extension BridgeTests.LuaStandInTests {
  /// A bench whose function `place` takes a table or object with a spot, keeps what stands for it, and gives it back.
  final class Places {
    let bench = Bench()
    var kept: [any Placed] = []
    var areas: [ScriptedArea] = []

    init() {
      let machine = bench.machine
      machine.add(Root.self, name: "Root", Root.bind)
      machine.tableClass = Root.self
      machine.add(Pin.self, name: "Pin") { c in c.initializer { Pin() } }
      machine.globals { [unowned self] g in
        g.function("place", ["object"], .none, "Takes it and gives it back.") {
          [unowned self] (object: LuaConforming<PlacedProtocol>) -> LuaConforming<PlacedProtocol> in
          kept.append(object.object)
          return object
        }
        g.function("all", .none, "All that were placed.") {
          [unowned self] () -> [LuaConforming<PlacedProtocol>] in kept.map { LuaConforming($0) }
        }
        g.function("spotOf", ["object"], .none, "Its spot.") {
          (object: LuaConforming<PlacedProtocol>) -> Spot? in
          object.object.spot
        }
        g.function("titleOf", ["object"], .none, "Its title.") {
          (object: LuaConforming<PlacedProtocol>) -> String? in try Places.standIn(object).field("title")
        }
        g.function("put", ["object", "value"], "Sets its title.") {
          (object: LuaConforming<PlacedProtocol>, value: String?) in
          try Places.standIn(object).set("title", value)
        }
        g.function("ask", ["object", "name", "value"], .none, "Calls a method.") {
          (object: LuaConforming<PlacedProtocol>, name: String, value: String) -> String in
          let standIn = try Places.standIn(object)
          guard standIn.hasMethod(name) else { return standIn.hasField(name) ? "a field" : "nothing" }
          return try standIn.callMethod(name, value, 2.5, returning: String.self)
        }
        g.function("isRoot", ["object"], .none, "Whether it is one.") {
          (object: LuaConforming<PlacedProtocol>) -> Bool in
          try Places.standIn(object).isKind(of: Root.self)
        }
        g.rawFunction(LuaCatalog.Function("area", summary: "Takes an area.")) { [unowned self] stack in
          areas.append(try LuaMachine.of(stack).standIn(stack, 1, as: ScriptedArea.self))
          return 0
        }
      }
    }

    func run(_ source: String) throws -> [String] { try bench.run(source) }
    func failure(_ source: String) -> String { bench.failure(source) }

    static func standIn(_ object: LuaConforming<PlacedProtocol>) throws -> ScriptedPlace {
      guard let standIn = object.object as? ScriptedPlace else { throw LuaMessage("a host object") }
      return standIn
    }

    var changes: [[String]] { kept.map { ($0 as? ScriptedPlace)?.changes ?? [] } }
  }
}
