public import Geo
public import LuaBridge

extension CLLocationCoordinate2D: LuaStruct {
  public static let luaBlank = CLLocationCoordinate2D(latitude: 0, longitude: 0)
  public static let luaStruct = LuaStructFields<CLLocationCoordinate2D>(
    "CLLocationCoordinate2D", "A position on the earth; latitude comes first."
  )
  .number(
    "latitude", .degrees, "North positive, −90 to 90.", get: { $0.latitude }, set: { $0.latitude = $1 }
  )
  .number(
    "longitude", .degrees, "East positive, −180 to 180.", get: { $0.longitude }, set: { $0.longitude = $1 })

  // A hot path: scripts read one at each fix and each crossing.
  public func push(_ stack: LuaStack) {
    CLLocationCoordinate2D.pushNumbers(stack, latitude, longitude)
  }

  static func declareFunctions(_ g: LuaScope) {
    g.function(
      "CLLocationCoordinate2DMake", ["latitude", "longitude"], .none,
      "Returns the coordinate without checking its values."
    ) { (latitude: Double, longitude: Double) in CLLocationCoordinate2DMake(latitude, longitude) }
    // Accepts NaN, because this function is the one that detects it.
    g.function(
      "CLLocationCoordinate2DIsValid", ["coordinate"], .none,
      "Returns whether both values are numbers within ±90° and ±180°."
    ) { (coordinate: UncheckedCoordinate) in CLLocationCoordinate2DIsValid(coordinate.value) }
    g.constant(
      "kCLLocationCoordinate2DInvalid", kCLLocationCoordinate2DInvalid, "An invalid coordinate."
    )
  }
}

/// A coordinate argument that may be invalid.
private struct UncheckedCoordinate: LuaValue {
  static var luaType: String { "CLLocationCoordinate2D" }
  let value: CLLocationCoordinate2D

  static func read(_ stack: LuaStack, _ index: Int32) throws -> UncheckedCoordinate {
    UncheckedCoordinate(value: try CLLocationCoordinate2D.readUnchecked(stack, index))
  }

  func push(_ stack: LuaStack) { value.push(stack) }
}
