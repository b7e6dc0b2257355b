import LuaBridge

/// The cost of a crossing between Lua and Swift, with the instruction hook on.
enum BridgeRows {
  private static let calls = 2_000_000

  /// A substitute for a region and a manager, because the rows measure the crossing, not geometry.
  private final class Place: LuaObject {
    var latitude = 35.68
    var radius = 150.0
    var delegate: LuaDelegate?
  }

  private struct Point: LuaStruct {
    var latitude = 0.0
    var longitude = 0.0
    static let luaBlank = Point()
    static let luaStruct = LuaStructFields<Point>("Point", "Two numbers.")
      .number("latitude", .degrees, "A number.", get: { $0.latitude }, set: { $0.latitude = $1 })
      .number("longitude", .degrees, "A number.", get: { $0.longitude }, set: { $0.longitude = $1 })
  }

  /// A script's table that represents a protocol.
  private final class Mark: LuaStandIn {
    override class var requiredFields: [String] { ["coordinate"] }
  }

  static func run(_ arguments: Arguments) throws {
    let runs = arguments["runs"].flatMap(Int.init) ?? 5
    let machine = LuaMachine()
    machine.instructionBudget = 1 << 40
    machine.add(Place.self, name: "Place") { c in
      c.initializer { Place() }
      c.property("latitude", .degrees, "A number.") { $0.latitude }
      c.property("radius", .meters, "A number.") { $0.radius }
      c.method("difference", ["other"], .meters, "A call with two objects.") { (me: Place, other: Place) in
        me.radius - other.radius
      }
      c.delegate("delegate", protocol: "PlaceDelegate", "Gets calls.") { $0.delegate = $1 }
    }
    var kept: [Place] = []
    machine.globals { g in
      g.function("keep", ["place"], "Hands a place to the host.") { (place: Place) in kept.append(place) }
    }
    let environment = LuaEnvironment(machine: machine)
    let empty = try loop("", environment, runs)
    Measure.row("bridge-property", try loop("local x = p.radius", environment, runs) - empty, "ns")
    Measure.row("bridge-method", try loop("local x = p:difference(q)", environment, runs) - empty, "ns")
    try environment.run(
      LuaChunk(
        """
        manager, region = Place(), Place()
        keep(manager) keep(region)
        manager.delegate = {
          empty = function(manager, region) end,
          fields = function(manager, region) local a, b = region.latitude, region.radius end,
        }
        """, name: "delegate", machine: machine))
    try bulk(machine, runs)
    try delegate("empty", kept, environment, runs)
    try delegate("fields", kept, environment, runs)
  }

  /// The cost of each of many values: tables that represent objects, and structs in arrays.
  private static func bulk(_ machine: LuaMachine, _ runs: Int) throws {
    let count = 100_000
    machine.add(Point.self)
    var marks: [Mark] = []
    var points: [Point] = []
    var sum = 0.0
    machine.globals { g in
      g.rawFunction(LuaCatalog.Function("mark", summary: "Makes stand-ins and reads a field of each.")) {
        stack in
        for number in 1...count {
          LuaStackWork.pushElement(stack, 1, number)
          let mark = try LuaMachine.of(stack).standIn(stack, -1, as: Mark.self)
          LuaStackWork.pop(stack)
          sum += try mark.field("coordinate", as: Point.self).latitude
          marks.append(mark)
        }
        return 0
      }
      g.function("read", ["points"], "Reads an array of structs.") { (all: [Point]) in points = all }
      g.function("push", .none, "Pushes one.") { () -> [Point] in points }
    }
    // A separate environment, because its objects would lengthen collections in the other rows.
    let environment = LuaEnvironment(machine: machine, memoryLimit: 1 << 30)
    try environment.run(
      LuaChunk(
        "all, points = {}, {}; for i = 1, \(count) do points[i] = { latitude = i / 2000, longitude = i / 1000 };"
          + " all[i] = { coordinate = points[i], title = 't' .. i } end", name: "bulk", machine: machine))
    for (name, statement) in [
      ("stand-in", "mark(all)"), ("array-read", "read(points)"), ("array-push", "push()"),
    ] {
      let chunk = try LuaChunk(statement, name: name, machine: machine)
      let times = try (0..<max(1, runs)).map { _ in
        let time = try Measure.time { try environment.run(chunk) }.1
        marks = []
        return time
      }
      Measure.row("bridge-\(name)", Measure.median(times) / Double(count) * 1e9, "ns")
    }
    environment.finish()
    machine.collect()
  }

  /// Nanoseconds of CPU for one round of a loop around `statement`.
  private static func loop(_ statement: String, _ environment: LuaEnvironment, _ runs: Int) throws -> Double {
    let chunk = try LuaChunk(
      "local p, q = Place(), Place(); for i = 1, \(calls) do \(statement) end", name: "loop",
      machine: environment.machine)
    let times = try (0..<max(1, runs)).map { _ in try Measure.time { try environment.run(chunk) }.1 }
    return Measure.median(times) / Double(calls) * 1e9
  }

  private static func delegate(
    _ function: String, _ places: [Place], _ environment: LuaEnvironment, _ runs: Int
  ) throws {
    guard places.count == 2, let delegate = places[0].delegate else { return }
    let (manager, region) = (places[0], places[1])
    let name = environment.machine.name(function)
    environment.machine.collect()
    let before = environment.machine.bytes
    var growth = 0
    let times = try (0..<max(1, runs)).map { _ in
      try Measure.time {
        try environment.enter {
          for _ in 0..<calls { try delegate.call(name, manager, region) }
        }
      }.1
    }
    growth = environment.machine.bytes - before
    Measure.row("bridge-delegate-\(function)", Measure.median(times) / Double(calls) * 1e9, "ns")
    if function == "fields" {
      Measure.row("bridge-heap-growth", Double(growth) / Double(calls * runs), "B", digits: 3)
    }
  }
}
