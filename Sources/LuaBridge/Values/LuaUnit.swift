/// The unit of a number, for the reference and the stubs.
public enum LuaUnit: String, Sendable {
  case meters = "m"
  case degrees = "°"
  case metersPerSecond = "m/s"
  case seconds = "s"
  case microtesla = "µT"
  /// Points of a view.
  case points = "pt"
  /// Points of the projected map, which is 2^28 wide.
  case mapPoints = "map points"
  case metersPerMapPoint = "m/map point"
  case mapPointsPerMeter = "map points/m"
  /// Counted things and numbers of an enumeration.
  case one = "1"
  /// Not a number.
  case none = ""

  var record: String? { self == .none ? nil : rawValue }
}
