public import Geo
public import LuaBridge

extension CLRegion: LuaObject {
  // A frozen one is shared by all who watch the region, and so is its shape. A coordinate takes 16 bytes, and a few
  // times that in what finds the edges near a place.
  public var luaBytes: Int { isFrozen ? 0 : (shape?.coordinateCount ?? 0) * 64 }

  static func bind(_ c: LuaBinder<CLRegion>) {
    // Both Objective-C initializers of the old class, initWithCenter:… and initCircularRegionWithCenter:…, take
    // the same three values, so that in Lua both are CLRegion(center, radius, identifier).
    c.summary("An area with an identifier: a circle, in the old form of the class.")
    c.initializer(["center", "radius", "identifier"]) {
      (center: CLLocationCoordinate2D, radius: Number, identifier: String) in
      // The old class is a circle by another name; one class of objects serves both.
      CLCircularRegion(center: center, radius: radius.value, identifier: identifier)
    }
    c.property("center", .none, "The middle of the circle, or of one that holds the whole shape.") {
      $0.center
    }
    c.property("radius", .metres, "The radius of that circle.") { $0.radius }
    c.property("identifier", .none, "The name to recognise the region by.") { $0.identifier }
    c.property("notifyOnEntry", .none, "Whether entering is reported.") {
      $0.notifyOnEntry
    } set: { (me: CLRegion, value: Bool) in
      try me.requireUnfrozen()
      me.notifyOnEntry = value
    }
    c.property("notifyOnExit", .none, "Whether leaving is reported.") {
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
      "distanceToCoordinate", ["coordinate"], .metres,
      "Returns the distance of a coordinate from the edge, negative inside."
    ) {
      (me: CLRegion, coordinate: CLLocationCoordinate2D) in me.signedDistance(to: coordinate)
    }
    c.operation("__tostring") { stack in
      try CLRegion.read(stack, 1).description.push(stack)
      return 1
    }
  }

  func requireUnfrozen() throws {
    guard isFrozen else { return }
    throw LuaMessage(
      "region '\(identifier)' came from the manager and is shared: register a new \(type(of: self)) to change it"
    )
  }
}

extension CLCircularRegion {
  static func bind(_ c: LuaBinder<CLCircularRegion>) {
    c.summary("A circle on the earth that a device can enter and leave.")
    c.initializer(["center", "radius", "identifier"]) {
      (center: CLLocationCoordinate2D, radius: Number, identifier: String) in
      CLCircularRegion(center: center, radius: radius.value, identifier: identifier)
    }
  }
}
