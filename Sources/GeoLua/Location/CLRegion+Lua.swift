public import Geo
public import LuaBridge

extension CLRegion: LuaObject {
  // A frozen region and its shape are shared by everyone who monitors it. A coordinate takes 16 bytes, plus a
  // few times that in the index of edges.
  public var luaBytes: Int { isFrozen ? 0 : (shape?.coordinateCount ?? 0) * 64 }

  /// Approximate bytes of the index's cells for it while it is monitored, besides those of an ordinary region: a large
  /// one touches many, until it is so large that it goes to a list of its own.
  var indexBytes: Int {
    guard radius > 20_000 else { return 0 }
    let degrees = radius / 111_000
    let cells = Double.pi * degrees * degrees
    if shape == nil, cells > 400 { return 0 }
    return 20 * Int(min(cells, 4096))
  }

  static func bind(_ c: LuaBinder<CLRegion>) {
    // Both Objective-C initializers of the old class, initWithCenter:… and initCircularRegionWithCenter:…, take
    // the same three values, so both are CLRegion(center, radius, identifier) in Lua.
    c.summary("An area with an identifier. Made directly, it is a circle, as in the older API.")
    c.initializer(["center", "radius", "identifier"]) {
      (center: CLLocationCoordinate2D, radius: Number, identifier: String) in
      // The older class is a circle under another name, so both make the same class of object.
      CLCircularRegion(center: center, radius: radius.value, identifier: identifier)
    }
    c.property("center", .none, "The center of the circle, or of a circle that encloses the shape.") {
      $0.center
    }
    c.property("radius", .meters, "The radius of that circle.") { $0.radius }
    c.property("identifier", .none, "The name that identifies the region.") { $0.identifier }
    c.property("notifyOnEntry", .none, "Whether the delegate gets enter events.") {
      $0.notifyOnEntry
    } set: { (me: CLRegion, value: Bool) in
      try me.requireUnfrozen()
      me.notifyOnEntry = value
    }
    c.property("notifyOnExit", .none, "Whether the delegate gets exit events.") {
      $0.notifyOnExit
    } set: { (me: CLRegion, value: Bool) in
      try me.requireUnfrozen()
      me.notifyOnExit = value
    }
    bindOptions(c)
    c.method(
      "containsCoordinate", ["coordinate"], .none, "Returns whether a coordinate is inside or on the edge."
    ) {
      (me: CLRegion, coordinate: CLLocationCoordinate2D) in me.contains(coordinate)
    }
    c.method(
      "distanceToCoordinate", ["coordinate"], .meters,
      "Returns the distance from a coordinate to the edge; negative inside."
    ) {
      (me: CLRegion, coordinate: CLLocationCoordinate2D) in me.signedDistance(to: coordinate)
    }
    c.method(
      "isOpen", ["date"], .none,
      "Returns whether the region's schedule reports events at a date, now without one; true without a schedule."
    ) { [unowned machine = c.machine] (me: CLRegion, date: NSDate?) in
      guard let schedule = me.options.schedule else { return true }
      let time = try date?.timeIntervalSince1970 ?? RunningScript.current(machine).device.clock.now
      return schedule.isOpen(at: time)
    }
    c.operation("__tostring") { stack in
      try CLRegion.read(stack, 1).description.push(stack)
      return 1
    }
  }

  func requireUnfrozen() throws {
    guard isFrozen else {
      (registrar as? RegisteredRegions)?.change(self)
      return
    }
    throw LuaMessage(
      "region '\(identifier)' came from the manager and is shared: register a new \(type(of: self)) to change it"
    )
  }
}

extension CLCircularRegion {
  static func bind(_ c: LuaBinder<CLCircularRegion>) {
    c.summary("A circular region: a center and a radius.")
    c.initializer(["center", "radius", "identifier"]) {
      (center: CLLocationCoordinate2D, radius: Number, identifier: String) in
      CLCircularRegion(center: center, radius: radius.value, identifier: identifier)
    }
  }
}
