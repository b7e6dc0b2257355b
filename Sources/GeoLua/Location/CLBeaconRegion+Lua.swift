public import Geo
public import LuaBridge

extension CLBeaconRegion {
  static func bind(_ c: LuaBinder<CLBeaconRegion>) {
    c.summary(
      "The surroundings of beacons: the device is inside while it sees one of them. It has no center and no radius."
    )
    c.initializer(["uuid", "major", "minor", "identifier"]) {
      (uuid: BeaconsOrUUID, second: NumberOrName?, third: NumberOrName?, fourth: String?) in
      let words = [second, third].compactMap { $0 }
      let names = words.compactMap(\.name) + [fourth].compactMap { $0 }
      guard let identifier = fourth ?? words.last?.name, names.count == 1 else {
        throw LuaMessage(
          "CLBeaconRegion: a UUID or a constraint expected, then major and minor or nothing, then an identifier"
        )
      }
      return CLBeaconRegion(
        try uuid.identity(second?.number, third?.number, "CLBeaconRegion"), identifier: identifier)
    }
    c.property("uuid", .none, "The UUID of the beacons, in capitals.") { $0.identity.uuid }
    c.property("major", .one, "Their major number; nil for any.") { $0.identity.major }
    c.property("minor", .one, "Their minor number; nil for any.") { $0.identity.minor }
    c.alias("UUID", of: "uuid")
    c.alias("proximityUUID", of: "uuid")
    c.property(
      "notifyEntryStateOnDisplay", .none, "Kept by this object, without effect: no display is turned on.",
      get: { $0.notifyEntryStateOnDisplay }, set: { $0.notifyEntryStateOnDisplay = $1 })
    c.property("beaconIdentityConstraint", .none, "Which beacons they are, for ranging.") {
      CLBeaconIdentityConstraint($0.identity)
    }
  }
}

extension CLBeaconIdentityConstraint: LuaObject {
  static func bind(_ c: LuaBinder<CLBeaconIdentityConstraint>) {
    c.summary("Which beacons a manager ranges: those of a UUID, or fewer of them.")
    c.initializer(["uuid", "major", "minor"]) { (uuid: String, major: Int?, minor: Int?) in
      CLBeaconIdentityConstraint(
        try BeaconsOrUUID.uuid(uuid).identity(major, minor, "CLBeaconIdentityConstraint"))
    }
    c.property("uuid", .none, "The UUID of the beacons, in capitals.") { $0.identity.uuid }
    c.property("major", .one, "Their major number; nil for any.") { $0.identity.major }
    c.property("minor", .one, "Their minor number; nil for any.") { $0.identity.minor }
    c.alias("UUID", of: "uuid")
    c.operation("__eq") { stack in
      let a = try CLBeaconIdentityConstraint.read(stack, 1)
      (try a.identity == CLBeaconIdentityConstraint.read(stack, 2).identity).push(stack)
      return 1
    }
  }
}

extension CLBeacon: LuaObject {
  static func bind(_ c: LuaBinder<CLBeacon>) {
    c.summary("A beacon that the device has seen.")
    c.property("uuid", .none, "Its UUID, in capitals.") { $0.uuid }
    c.alias("UUID", of: "uuid")
    c.alias("proximityUUID", of: "uuid")
    c.property("major", .one, "Its major number.") { $0.major }
    c.property("minor", .one, "Its minor number.") { $0.minor }
    c.property("proximity", .one, "How far away it is, a `CLProximity…`.") { $0.proximity.rawValue }
    c.property("accuracy", .meters, "Its distance, about; −1 if unknown.") { $0.accuracy }
    c.property("rssi", .one, "The strength of its signal in decibels; 0 if unknown.") { $0.rssi }
    c.property("timestamp", .none, "When it was seen.") { $0.timestamp }
    c.operation("__tostring") { stack in
      try CLBeacon.read(stack, 1).description.push(stack)
      return 1
    }
  }
}

/// The beacons that a script means: a UUID, or an object that has one.
enum BeaconsOrUUID: LuaValue {
  static var luaType: String { "string|CLBeaconIdentityConstraint|CLBeaconIdentityCondition|CLBeaconRegion" }

  case uuid(String)
  case identity(CLBeaconIdentity)

  static func read(_ stack: LuaStack, _ index: Int32) throws -> BeaconsOrUUID {
    if let constraint = try? CLBeaconIdentityConstraint.read(stack, index) {
      return .identity(constraint.identity)
    }
    if let condition = try? CLBeaconIdentityCondition.read(stack, index) {
      return .identity(condition.identity)
    }
    if let region = try? CLBeaconRegion.read(stack, index) { return .identity(region.identity) }
    guard let uuid = try? String.read(stack, index) else {
      throw LuaMismatch(expected: "UUID or CLBeaconIdentityConstraint", stack, index)
    }
    return .uuid(uuid)
  }

  func push(_ stack: LuaStack) {
    switch self {
    case .uuid(let uuid): uuid.push(stack)
    case .identity(let identity): CLBeaconIdentityConstraint(identity).push(stack)
    }
  }

  func identity(_ major: Int?, _ minor: Int?, _ name: String) throws -> CLBeaconIdentity {
    switch self {
    case .identity(let identity): return identity
    case .uuid(let uuid):
      guard let identity = CLBeaconIdentity(uuid: uuid, major: major, minor: minor) else {
        throw LuaMessage(
          "\(name): a UUID such as E2C56DB5-DFFB-48D2-B060-D0F5A71096E0 expected, then a major and a minor of 0 to "
            + "65535 or nothing; got '\(uuid)', \(major.map(String.init) ?? "nil"), "
            + "\(minor.map(String.init) ?? "nil")")
      }
      return identity
    }
  }
}

/// A number of a beacon, or the identifier that stands in its place.
private enum NumberOrName: LuaValue {
  static var luaType: String { "integer|string" }

  case number(Int)
  case name(String)

  var number: Int? { if case .number(let number) = self { number } else { nil } }
  var name: String? { if case .name(let name) = self { name } else { nil } }

  static func read(_ stack: LuaStack, _ index: Int32) throws -> NumberOrName {
    if let number = try? Int.read(stack, index) { return .number(number) }
    return .name(try String.read(stack, index))
  }

  func push(_ stack: LuaStack) {
    switch self {
    case .number(let number): number.push(stack)
    case .name(let name): name.push(stack)
    }
  }
}
