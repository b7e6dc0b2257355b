public import Geo
public import LuaBridge

/// Apple's initializers of a location, and named values.
extension CLLocation {
  static func bindMaking(_ c: LuaBinder<CLLocation>) {
    c.initializer([
      ("latitude", LatitudeOrPlace?.self), ("longitude", Number?.self), ("altitude", Number?.self),
      ("horizontalAccuracy", Number?.self), ("verticalAccuracy", NumberOrDate?.self),
      ("course", NumberOrDate?.self), ("courseAccuracy", NumberOrDate?.self), ("speed", NumberOrDate?.self),
      ("speedAccuracy", NumberOrDate?.self), ("timestamp", DateOrSource?.self), ("floor", Int?.self),
      ("coordinate", CLLocationCoordinate2D?.self), ("sourceInformation", CLLocationSourceInformation?.self),
    ]) { arguments in
      let stack = arguments.stack
      let first: LatitudeOrPlace? = try arguments.next()
      let second: Number? = try arguments.next()
      let third: Number? = try arguments.next()
      let fourth: Number? = try arguments.next()
      let fifth: NumberOrDate? = try arguments.next()
      let sixth: NumberOrDate? = try arguments.next()
      let seventh: NumberOrDate? = try arguments.next()
      let eighth: NumberOrDate? = try arguments.next()
      let ninth: NumberOrDate? = try arguments.next()
      let tenth: DateOrSource? = try arguments.next()
      let floor: Int? = try arguments.next()
      let coordinate: CLLocationCoordinate2D? = try arguments.next()
      let sourceInformation: CLLocationSourceInformation? = try arguments.next()
      let now = { try RunningScript.current(stack).device.now }
      if case .place(let place) = first {
        return try make(
          place, [second, third, fourth], [fifth, sixth, seventh, eighth, ninth], source: tenth?.source,
          now: now)
      }
      guard let place = coordinate ?? first?.coordinate(second) else {
        throw LuaMessage(
          "a latitude and a longitude, or a coordinate, expected: CLLocation(latitude, longitude)")
      }
      return try CLLocation(
        coordinate: place, altitude: third?.value ?? 0, horizontalAccuracy: fourth?.value ?? 0,
        verticalAccuracy: fifth?.number ?? (third == nil ? -1 : 0), course: sixth?.number ?? -1,
        speed: eighth?.number ?? -1, timestamp: tenth?.requireDate() ?? now(),
        courseAccuracy: seventh?.number ?? -1,
        speedAccuracy: ninth?.number ?? -1, floor: floor.map { CLFloor(level: $0) },
        sourceInformation: sourceInformation)
    }
  }

  /// `initWithCoordinate:altitude:horizontalAccuracy:verticalAccuracy:…timestamp:` in its four lengths.
  private static func make(
    _ place: CLLocationCoordinate2D, _ numbers: [Number?], _ rest: [NumberOrDate?],
    source: CLLocationSourceInformation?, now: () throws -> NSDate
  ) throws -> CLLocation {
    let end = rest.firstIndex { if case .date = $0 { true } else { false } }
    let motion = try rest[..<(end ?? rest.lastIndex { $0 != nil }.map { $0 + 1 } ?? 0)].map {
      try $0?.number ?? -1
    }
    guard [0, 2, 4].contains(motion.count) else {
      throw LuaMessage(
        "after the vertical accuracy a timestamp expected; or course, speed and timestamp; or course, courseAccuracy, "
          + "speed, speedAccuracy and timestamp")
    }
    let date: NSDate? = if let end, case .date(let date) = rest[end] { date } else { nil }
    let isLong = motion.count == 4
    return try CLLocation(
      coordinate: place, altitude: numbers[0]?.value ?? 0, horizontalAccuracy: numbers[1]?.value ?? 0,
      verticalAccuracy: numbers[2]?.value ?? (numbers[0] == nil ? -1 : 0), course: motion.first ?? -1,
      speed: isLong ? motion[2] : motion.last ?? -1, timestamp: date ?? now(),
      courseAccuracy: isLong ? motion[1] : -1, speedAccuracy: isLong ? motion[3] : -1,
      sourceInformation: source)
  }
}

extension CLFloor: LuaObject {
  static func bind(_ c: LuaBinder<CLFloor>) {
    c.summary("A floor of a building.")
    c.property("level", .one, "Its number; 0 is the ground floor.") { $0.level }
  }
}

extension CLLocationSourceInformation: LuaObject {
  static func bind(_ c: LuaBinder<CLLocationSourceInformation>) {
    c.summary("What made a location.")
    c.initializer(["softwareSimulationState", "externalAccessoryState"]) {
      (isSimulated: Bool, isAccessory: Bool) in
      CLLocationSourceInformation(softwareSimulationState: isSimulated, externalAccessoryState: isAccessory)
    }
    c.property("isSimulatedBySoftware", .none, "Whether a program simulated the location.") {
      $0.isSimulatedBySoftware
    }
    c.property(
      "isProducedByAccessory", .none,
      "Whether an accessory, such as a receiver beside the phone, produced it."
    ) {
      $0.isProducedByAccessory
    }
  }
}

/// The first argument of a location: a latitude, or the whole place.
private enum LatitudeOrPlace: LuaValue {
  case latitude(Number)
  case place(CLLocationCoordinate2D)

  static var luaType: String { "(number|CLLocationCoordinate2D)" }

  static func read(_ stack: LuaStack, _ index: Int32) throws -> LatitudeOrPlace {
    if LuaKind(stack, index) == .table { return .place(try CLLocationCoordinate2D.read(stack, index)) }
    return .latitude(try Number.read(stack, index))
  }

  func push(_ stack: LuaStack) {
    switch self {
    case .latitude(let latitude): latitude.push(stack)
    case .place(let place): place.push(stack)
    }
  }

  func coordinate(_ longitude: Number?) -> CLLocationCoordinate2D? {
    guard case .latitude(let latitude) = self, let longitude else { return nil }
    return CLLocationCoordinate2DMake(latitude.value, longitude.value)
  }
}

/// A number, or the date that ends the arguments of a location.
private enum NumberOrDate: LuaValue {
  case number(Number)
  case date(NSDate)

  static var luaType: String { "(number|NSDate)" }

  static func read(_ stack: LuaStack, _ index: Int32) throws -> NumberOrDate {
    switch LuaKind(stack, index) {
    case .integer, .number: return .number(try Number.read(stack, index))
    default:
      if let date = try? NSDate.read(stack, index) { return .date(date) }
      return .number(try Number.read(stack, index))
    }
  }

  func push(_ stack: LuaStack) {
    switch self {
    case .number(let number): number.push(stack)
    case .date(let date): date.push(stack)
    }
  }

  /// - Errors: ``LuaMismatch`` for a date.
  var number: Double {
    get throws {
      guard case .number(let number) = self else { throw LuaMismatch("number expected, got NSDate") }
      return number.value
    }
  }
}

/// The tenth argument of a location: the date after nine numbers, or what made the location after a date.
private enum DateOrSource: LuaValue {
  case date(NSDate)
  case source(CLLocationSourceInformation)

  static var luaType: String { "(NSDate|CLLocationSourceInformation)" }

  static func read(_ stack: LuaStack, _ index: Int32) throws -> DateOrSource {
    if let source = try? CLLocationSourceInformation.read(stack, index) { return .source(source) }
    return .date(try NSDate.read(stack, index))
  }

  func push(_ stack: LuaStack) {
    switch self {
    case .date(let date): date.push(stack)
    case .source(let source): source.push(stack)
    }
  }

  var source: CLLocationSourceInformation? {
    if case .source(let source) = self { source } else { nil }
  }

  func requireDate() throws -> NSDate {
    guard case .date(let date) = self else { throw LuaMismatch("timestamp: NSDate expected") }
    return date
  }
}
