import LuaBridge

/// What a crossing between Lua and Swift costs, with the instruction hook on.
enum BridgeRows {
  private static let calls = 2_000_000

  /// A stand-in for a region and a manager: what is measured is the crossing, not geometry.
  private final class Place: LuaObject {
    var latitude = 35.68
    var radius = 150.0
    var delegate: LuaDelegate?
  }

  static func run(_ arguments: Arguments) throws {
    let runs = arguments["runs"].flatMap(Int.init) ?? 5
    let machine = LuaMachine()
    machine.instructionBudget = 1 << 40
    machine.add(Place.self, name: "Place") { c in
      c.initializer { Place() }
      c.property("latitude", .degrees, "A number.") { $0.latitude }
      c.property("radius", .metres, "A number.") { $0.radius }
      c.method("difference", ["other"], .metres, "A call with two objects.") { (me: Place, other: Place) in
        me.radius - other.radius
      }
      c.delegate("delegate", protocol: "PlaceDelegate", "Is told.") { $0.delegate = $1 }
    }
    var kept: [Place] = []
    machine.globals { g in
      g.function("keep", ["place"], "Hands a place to the host.") { (place: Place) in kept.append(place) }
    }
    let copy = LuaCopy(machine: machine)
    let empty = try loop("", copy, runs)
    Measure.row("bridge-property", try loop("local x = p.radius", copy, runs) - empty, "ns")
    Measure.row("bridge-method", try loop("local x = p:difference(q)", copy, runs) - empty, "ns")
    try copy.run(
      LuaChunk(
        """
        manager, region = Place(), Place()
        keep(manager) keep(region)
        manager.delegate = {
          empty = function(manager, region) end,
          fields = function(manager, region) local a, b = region.latitude, region.radius end,
        }
        """, name: "delegate", machine: machine))
    try delegate("empty", kept, copy, runs)
    try delegate("fields", kept, copy, runs)
  }

  /// Nanoseconds of CPU for one round of a loop around `statement`.
  private static func loop(_ statement: String, _ copy: LuaCopy, _ runs: Int) throws -> Double {
    let chunk = try LuaChunk(
      "local p, q = Place(), Place(); for i = 1, \(calls) do \(statement) end", name: "loop",
      machine: copy.machine)
    let times = try (0..<max(1, runs)).map { _ in try Measure.time { try copy.run(chunk) }.1 }
    return Measure.median(times) / Double(calls) * 1e9
  }

  private static func delegate(_ function: String, _ places: [Place], _ copy: LuaCopy, _ runs: Int) throws {
    guard places.count == 2, let delegate = places[0].delegate else { return }
    let (manager, region) = (places[0], places[1])
    let name = copy.machine.name(function)
    copy.machine.collect()
    let before = copy.machine.bytes
    var growth = 0
    let times = try (0..<max(1, runs)).map { _ in
      try Measure.time {
        try copy.enter {
          for _ in 0..<calls { try delegate.call(name, manager, region) }
        }
      }.1
    }
    growth = copy.machine.bytes - before
    Measure.row("bridge-delegate-\(function)", Measure.median(times) / Double(calls) * 1e9, "ns")
    if function == "fields" {
      Measure.row("bridge-heap-growth", Double(growth) / Double(calls * runs), "B", digits: 3)
    }
  }
}
