public import Geo
public import LuaBridge

/// Approaches to places: `geoscript.onApproach`.
extension GeoscriptModule {
  static func declareApproaches(_ m: LuaScope) {
    m.function(
      "onApproach", ["place", "options", "f"], .none,
      "Calls `f(eta)` once an approach, when the device will be at a place within `options.within` seconds at the rate at "
        + "which it has come nearer; `options.along` is the line that it follows. `eta` has `seconds`, `distance`, `speed` "
        + "and `date`."
    ) {
      [unowned machine = m.machine] (place: PlaceArgument, options: ApproachOptions, f: LuaFunction) in
      let script = try RunningScript.current(machine)
      guard script.app == nil else {
        throw LuaMessage(
          "geoscript.onApproach: a group script has several devices: use it in a script for each device")
      }
      guard script.device.approachCount < mostApproaches else {
        throw LuaMessage("geoscript.onApproach: \(mostApproaches) approaches are watched: cancel some first")
      }
      let memory = try script.chargeHost(approachBytes + 40 * (options.line?.vertices.count ?? 0))
      let approach = ApproachWatch(place.place, within: options.within, along: options.line) { estimate in
        try withExtendedLifetime(memory) { try f.call(EstimateTable(estimate: estimate)) }
      }
      script.device.watch(approach)
      return approach
    }
  }

  private static let mostApproaches = 1000
  /// The object, its closure, and the distances of five minutes.
  private static let approachBytes = 2000
}

extension ApproachWatch: LuaObject {
  public static var luaType: String { "Approach" }

  static func bind(_ c: LuaBinder<ApproachWatch>) {
    c.summary("A place that the device may approach; `geoscript.onApproach` makes it.")
    c.method("cancel", "Ends it; a second call does nothing.") { $0.cancel() }
    c.property("isActive", .none, "Whether it still watches.") { $0.isActive }
    c.property(
      "estimate", .none,
      "When the device will be there: `seconds`, `distance`, `speed` and `date`; nil while it comes no nearer."
    ) { $0.estimate.map { EstimateTable(estimate: $0) } }
  }
}

/// An estimate as scripts see it.
struct EstimateTable: HostTable {
  static let luaType = "{ seconds: number, distance: number, speed: number, date: NSDate }"
  let estimate: ApproachWatch.Estimate

  func push(_ stack: LuaStack) {
    LuaTable.push(
      stack,
      [
        ("seconds", estimate.seconds), ("distance", estimate.distance), ("speed", estimate.speed),
        ("date", NSDate(timeIntervalSince1970: estimate.arrival)),
      ])
  }
}

/// The options of `geoscript.onApproach`.
struct ApproachOptions: LuaValue {
  static let luaType = "{ within: number, along: (CLLocationCoordinate2D|CLLocation)[]? }"
  var within: TimeInterval = 0
  var line: GeodesicPath?

  /// What to write instead of an option that there is not.
  static func advice(on name: String) -> String {
    switch name {
    case "minutes", "hours", "seconds", "time", "eta", "before": "write within = 600, in seconds"
    case "route", "line", "path", "track": "write along = the line"
    default: "write within, in seconds, or along\(NearestName.advice(name, among: ["within", "along"]))"
    }
  }

  /// Each fix looks at all of them.
  private static let mostPlaces = 20_000

  static func read(_ stack: LuaStack, _ index: Int32) throws -> ApproachOptions {
    guard LuaTable.isRecord(stack, index) else {
      throw LuaMismatch("table of options expected: write { within = 600 }")
    }
    var options = ApproachOptions()
    try LuaTable.forEachField(stack, index) { name in
      do {
        switch name {
        case "within": options.within = try Number.read(stack, -1).value
        case "along": options.line = try LineArgument.read(stack, -1).path
        default: throw LuaMismatch(advice(on: name))
        }
      } catch let mismatch as LuaMismatch {
        throw LuaMismatch("option '\(name)': \(mismatch.message)")
      }
    }
    guard options.within > 0, options.within.isFinite else {
      throw LuaMismatch("option 'within': seconds above 0 expected: write { within = 600 }")
    }
    guard options.line.map({ $0.vertices.count > 1 }) ?? true else {
      throw LuaMismatch("option 'along': a line of at least two places expected")
    }
    guard options.line.map({ $0.vertices.count <= ApproachOptions.mostPlaces }) ?? true else {
      throw LuaMismatch("option 'along': a line of at most \(ApproachOptions.mostPlaces) places expected")
    }
    return options
  }

  func push(_ stack: LuaStack) {
    LuaTable.push(stack, [("within", within), ("along", line?.vertices)])
  }
}
