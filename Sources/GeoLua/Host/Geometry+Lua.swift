import Geo
import LuaBridge

/// Distances, directions and lines on the earth, and the sun: functions of `geoscript`.
enum ScriptGeometry {
  static func declare(_ m: LuaScope) {
    m.function(
      "distance", ["from", "to"], .meters, "Returns the length of the shortest way between two places."
    ) {
      (from: PlaceArgument, to: PlaceArgument) in Geodesic.distance(from: from.place, to: to.place)
    }
    m.function(
      "bearing", ["from", "to"], .degrees,
      "Returns the direction in which the shortest way to a place begins, clockwise from true north."
    ) { (from: PlaceArgument, to: PlaceArgument) in
      Geodesic.inverse(from: from.place, to: to.place).initialAzimuth.normalizedDirection
    }
    m.function(
      "destination", ["from", "bearing", "distance"], .none,
      "Returns the place at a distance in meters along the shortest way that begins in a direction."
    ) { (from: PlaceArgument, bearing: Number, distance: Number) in
      guard bearing.value.isFinite, distance.value.isFinite else {
        throw LuaMessage("bearing and distance must be finite")
      }
      return Geodesic.direct(from: from.place, azimuth: bearing.value, distance: distance.value).destination
    }
    declareLines(m)
    m.function(
      "sun", ["place", "date", "zone"], .none,
      "Returns where the sun stands at a date, and when it rises and sets on that day in the time zone of the run or the "
        + "named one; nil for what does not happen that day."
    ) { [unowned machine = m.machine] (place: PlaceArgument, date: NSDate?, zone: ZoneArgument?) in
      let script = try RunningScript.current(machine)
      let date = date ?? script.device.now
      guard abs(date.timeIntervalSince1970) < 1e11 else {
        throw LuaMessage("the date is too far away: \(date)")
      }
      return SunTable(sun: Sun(over: place.place), date: date, zone: zone?.rules ?? script.options.timeZone)
    }
  }

  private static func declareLines(_ m: LuaScope) {
    m.function("lineLength", ["line"], .meters, "Returns the length of a line through an array of places.") {
      (line: LineArgument) in line.path.length
    }
    m.function(
      "nearestPoint", ["line", "place"], .none,
      "Returns the place of a line that is nearest to a place: with its `coordinate`, its `distance` from the place, "
        + "`distanceAlong` the line from its beginning, and the number of its `leg`, from 1."
    ) { [unowned machine = m.machine] (line: LineArgument, place: PlaceArgument) in
      let nearest = try line.path.nearest(to: place.place) { (count) throws(LuaMessage) in
        try LuaStackWork.work(machine.stack, count * LineArgument.stepsAGeodesic)
      }
      guard let nearest else { throw LuaMismatch("a line with a place expected") }
      return LinePlaceTable(place: nearest)
    }
    m.function(
      "pointAlong", ["line", "distance"], .none,
      "Returns the place at a distance in meters from the beginning of a line, or the nearer end beyond it."
    ) { (line: LineArgument, distance: Number) in
      guard let place = line.path.place(at: distance.value) else {
        throw LuaMismatch("a line with a place expected")
      }
      return place
    }
  }
}

/// A place as scripts name it: a coordinate or a location.
struct PlaceArgument: LuaValue {
  static var luaType: String { "CLLocationCoordinate2D|CLLocation" }
  let place: CLLocationCoordinate2D

  static func read(_ stack: LuaStack, _ index: Int32) throws -> PlaceArgument {
    let place =
      LuaKind(stack, index) == .object
      ? try CLLocation.read(stack, index).coordinate : try CLLocationCoordinate2D.read(stack, index)
    guard CLLocationCoordinate2DIsValid(place) else {
      throw LuaMismatch("a valid coordinate expected, got \(place)")
    }
    return PlaceArgument(place: place)
  }

  func push(_ stack: LuaStack) { place.push(stack) }
}

/// A line as scripts name it: an array of coordinates or locations.
struct LineArgument: LuaValue {
  static var luaType: String { "(CLLocationCoordinate2D|CLLocation)[]" }
  let path: GeodesicPath
  /// The cost of a geodesic, in instructions.
  static let stepsAGeodesic = 80

  static func read(_ stack: LuaStack, _ index: Int32) throws -> LineArgument {
    let places = try [PlaceArgument].read(stack, index).map(\.place)
    try LuaStackWork.work(stack, places.count * stepsAGeodesic)
    return LineArgument(path: GeodesicPath(places))
  }

  func push(_ stack: LuaStack) { path.vertices.push(stack) }
}

/// The nearest place of a line as scripts see it.
struct LinePlaceTable: HostTable {
  static var luaType: String {
    "{ coordinate: CLLocationCoordinate2D, distance: number, distanceAlong: number, leg: integer }"
  }
  let place: GeodesicPath.Place

  func push(_ stack: LuaStack) {
    LuaTable.push(
      stack,
      [
        ("coordinate", place.coordinate), ("distance", place.distance),
        ("distanceAlong", place.distanceAlong),
        ("leg", place.leg + 1),
      ])
  }
}

/// The sun of a day as scripts see it.
struct SunTable: HostTable {
  static var luaType: String {
    "{ elevation: number, azimuth: number, isUp: boolean, noon: NSDate, sunrise: NSDate?, sunset: NSDate?, dawn: NSDate?, "
      + "dusk: NSDate? }"
  }
  let sun: Sun
  let date: NSDate
  let zone: TimeZoneRules

  func push(_ stack: LuaStack) {
    let calendar = NSCalendar(timeZone: zone)
    let midday = calendar.date(bySettingHour: 12, minute: 0, second: 0, of: date) ?? date
    let noon = sun.noon(near: midday.timeIntervalSince1970)
    let day = sun.passages(of: Sun.horizon, around: noon)
    let light = sun.passages(of: Sun.civilTwilight, around: noon)
    let position = sun.position(at: date.timeIntervalSince1970)
    var fields: [(String, any LuaValue)] = [
      ("elevation", position.elevation), ("azimuth", position.azimuth),
      ("isUp", position.elevation > Sun.horizon), ("noon", NSDate(timeIntervalSince1970: noon)),
    ]
    for (name, time) in [
      ("sunrise", day.rise), ("sunset", day.set), ("dawn", light.rise), ("dusk", light.set),
    ] {
      if let time { fields.append((name, NSDate(timeIntervalSince1970: time.rounded()))) }
    }
    LuaTable.push(stack, fields)
  }
}
