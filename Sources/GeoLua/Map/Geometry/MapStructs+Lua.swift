public import Geo
public import LuaBridge

extension MKMapPoint: LuaStruct {
  public static let luaBlank = MKMapPoint(x: 0, y: 0)
  public static let luaStruct = LuaStructFields<MKMapPoint>("MKMapPoint", "A point on the projected map.")
    .number(
      "x", .mapPoints, "The distance east of the map's western edge.", get: { $0.x }, set: { $0.x = $1 }
    )
    .number(
      "y", .mapPoints, "The distance south of the map's northern edge.", get: { $0.y }, set: { $0.y = $1 })

  public func push(_ stack: LuaStack) { MKMapPoint.pushNumbers(stack, x, y) }

  /// `MKMapPoint(coordinate)`, as Swift has it.
  public static func luaMake(_ stack: LuaStack, count: Int32) throws -> MKMapPoint? {
    guard count == 1, let coordinate = try? CLLocationCoordinate2D.read(stack, 1) else { return nil }
    return MKMapPointForCoordinate(coordinate)
  }
}

extension MKMapSize: LuaStruct {
  public static let luaBlank = MKMapSize(width: 0, height: 0)
  public static let luaStruct = LuaStructFields<MKMapSize>(
    "MKMapSize", "A size on the projected map."
  )
  .number("width", .mapPoints, "The extent from west to east.", get: { $0.width }, set: { $0.width = $1 })
  .number(
    "height", .mapPoints, "The extent from north to south.", get: { $0.height }, set: { $0.height = $1 })

  public func push(_ stack: LuaStack) { MKMapSize.pushNumbers(stack, width, height) }
}

extension MKMapRect: LuaStruct {
  public static let luaBlank = MKMapRect(x: 0, y: 0, width: 0, height: 0)
  public static let luaStruct = LuaStructFields<MKMapRect>(
    "MKMapRect",
    "A rectangle on the projected map. Across the 180th meridian, it extends beyond the world's edge."
  )
  .nested("origin", "The northwest corner.", get: { $0.origin }, set: { $0.origin = $1 })
  .nested("size", "Width and height.", get: { $0.size }, set: { $0.size = $1 })

  /// `MKMapRect(x, y, width, height)`, as Swift has it.
  public static func luaMake(_ stack: LuaStack, count: Int32) throws -> MKMapRect? {
    guard let numbers = LuaNumbers.read(stack, 1, count: 4, of: count) else { return nil }
    return MKMapRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

extension MKCoordinateSpan: LuaStruct {
  public static let luaBlank = MKCoordinateSpan(latitudeDelta: 0, longitudeDelta: 0)
  public static let luaStruct = LuaStructFields<MKCoordinateSpan>(
    "MKCoordinateSpan", "The extent of an area."
  )
  .number(
    "latitudeDelta", .degrees, "The extent from south to north; one degree is about 111 km.",
    get: { $0.latitudeDelta }, set: { $0.latitudeDelta = $1 }
  )
  .number(
    "longitudeDelta", .degrees,
    "The extent from west to east; one degree is 111 km at the equator and 0 at the poles.",
    get: { $0.longitudeDelta }, set: { $0.longitudeDelta = $1 })

  public func push(_ stack: LuaStack) { MKCoordinateSpan.pushNumbers(stack, latitudeDelta, longitudeDelta) }
}

extension MKCoordinateRegion: LuaStruct {
  public static let luaBlank = MKCoordinateRegion(
    center: CLLocationCoordinate2D.luaBlank, span: MKCoordinateSpan.luaBlank)
  public static let luaStruct = LuaStructFields<MKCoordinateRegion>(
    "MKCoordinateRegion", "An area around a coordinate."
  )
  .nested("center", "The center.", get: { $0.center }, set: { $0.center = $1 })
  .nested("span", "The extent from edge to edge.", get: { $0.span }, set: { $0.span = $1 })

  /// `MKCoordinateRegion(center, latitudinalMeters, longitudinalMeters)` and `MKCoordinateRegion(rect)`, as Swift has
  /// them.
  public static func luaMake(_ stack: LuaStack, count: Int32) throws -> MKCoordinateRegion? {
    if count == 1, let rect = try? MKMapRect.read(stack, 1) { return MKCoordinateRegionForMapRect(rect) }
    guard let meters = LuaNumbers.read(stack, 2, count: 2, of: count),
      let center = try? CLLocationCoordinate2D.read(stack, 1)
    else { return nil }
    return MKCoordinateRegionMakeWithDistance(center, meters[0], meters[1])
  }
}

/// Several numbers in a row among the arguments of a call.
enum LuaNumbers {
  /// - Returns: nil unless they are all numbers, and the last arguments of the call.
  static func read(_ stack: LuaStack, _ first: Int32, count: Int32, of all: Int32) -> [Double]? {
    guard all == first + count - 1 else { return nil }
    return try? (first...all).map { try Number.read(stack, $0).value }
  }
}
