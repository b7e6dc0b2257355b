public import Geo
public import LuaBridge

extension MKMapPoint: LuaStruct {
  public static let luaBlank = MKMapPoint(x: 0, y: 0)
  public static let luaStruct = LuaStructFields<MKMapPoint>("MKMapPoint", "A place on the projected map.")
    .number("x", .mapPoints, "East of the map's western end.", get: { $0.x }, set: { $0.x = $1 })
    .number("y", .mapPoints, "South of the map's northern end.", get: { $0.y }, set: { $0.y = $1 })

  public func push(_ stack: LuaStack) { MKMapPoint.pushNumbers(stack, x, y) }
}

extension MKMapSize: LuaStruct {
  public static let luaBlank = MKMapSize(width: 0, height: 0)
  public static let luaStruct = LuaStructFields<MKMapSize>(
    "MKMapSize", "How large something on the projected map is."
  )
  .number("width", .mapPoints, "From west to east.", get: { $0.width }, set: { $0.width = $1 })
  .number("height", .mapPoints, "From north to south.", get: { $0.height }, set: { $0.height = $1 })

  public func push(_ stack: LuaStack) { MKMapSize.pushNumbers(stack, width, height) }
}

extension MKMapRect: LuaStruct {
  public static let luaBlank = MKMapRect(x: 0, y: 0, width: 0, height: 0)
  public static let luaStruct = LuaStructFields<MKMapRect>(
    "MKMapRect", "A rectangle on the projected map; one across the 180th meridian reaches beyond the world."
  )
  .nested("origin", "The north-west corner.", get: { $0.origin }, set: { $0.origin = $1 })
  .nested("size", "Width and height.", get: { $0.size }, set: { $0.size = $1 })
}

extension MKCoordinateSpan: LuaStruct {
  public static let luaBlank = MKCoordinateSpan(latitudeDelta: 0, longitudeDelta: 0)
  public static let luaStruct = LuaStructFields<MKCoordinateSpan>(
    "MKCoordinateSpan", "How far an area reaches."
  )
  .number(
    "latitudeDelta", .degrees, "From south to north; one degree is about 111 km.",
    get: { $0.latitudeDelta }, set: { $0.latitudeDelta = $1 }
  )
  .number(
    "longitudeDelta", .degrees,
    "From west to east; one degree is 111 km at the equator, nothing at the poles.",
    get: { $0.longitudeDelta }, set: { $0.longitudeDelta = $1 })

  public func push(_ stack: LuaStack) { MKCoordinateSpan.pushNumbers(stack, latitudeDelta, longitudeDelta) }
}

extension MKCoordinateRegion: LuaStruct {
  public static let luaBlank = MKCoordinateRegion(
    center: CLLocationCoordinate2D.luaBlank, span: MKCoordinateSpan.luaBlank)
  public static let luaStruct = LuaStructFields<MKCoordinateRegion>(
    "MKCoordinateRegion", "An area around a coordinate."
  )
  .nested("center", "The middle.", get: { $0.center }, set: { $0.center = $1 })
  .nested("span", "How far it reaches, from edge to edge.", get: { $0.span }, set: { $0.span = $1 })
}

/// The structs of maps with their C functions and constants.
enum MapGeometry {
  static func declareStructs(_ machine: LuaMachine) {
    machine.add(MKMapPoint.self)
    machine.add(MKMapSize.self)
    machine.add(MKMapRect.self)
    machine.add(MKCoordinateSpan.self)
    machine.add(MKCoordinateRegion.self)
  }

  static func declareFunctions(_ g: LuaScope) {
    declareProjection(g)
    declareRegions(g)
    declareRects(g)
  }

  private static func declareProjection(_ g: LuaScope) {
    g.function(
      "MKMapPointForCoordinate", ["coordinate"], .none,
      "Returns the coordinate's place on the map; (−1, −1) for an invalid one."
    ) { (coordinate: CLLocationCoordinate2D) in MKMapPointForCoordinate(coordinate) }
    g.function(
      "MKCoordinateForMapPoint", ["point"], .none,
      "Returns the place of a map point; one beyond the 180th meridian lies on the other side of it."
    ) { (point: MKMapPoint) in MKCoordinateForMapPoint(point) }
  }

  private static func declareRegions(_ g: LuaScope) {
    g.function(
      "MKCoordinateSpanMake", ["latitudeDelta", "longitudeDelta"], .none,
      "Returns the span of that many degrees."
    ) { (latitudeDelta: Double, longitudeDelta: Double) in MKCoordinateSpanMake(latitudeDelta, longitudeDelta)
    }
    g.function(
      "MKCoordinateRegionMake", ["center", "span"], .none, "Returns the region around `center`."
    ) { (center: CLLocationCoordinate2D, span: MKCoordinateSpan) in MKCoordinateRegionMake(center, span) }
    g.function(
      "MKCoordinateRegionForMapRect", ["rect"], .none,
      "Returns the region of a rect: the place of its middle, and the degrees from edge to edge."
    ) { (rect: MKMapRect) in MKCoordinateRegionForMapRect(rect) }
    g.function(
      "MKMapRectForCoordinateRegion", ["region"], .none,
      "Returns the rect whose region it is (ours); the null rect for an invalid centre or a negative span."
    ) { (region: MKCoordinateRegion) in MKMapRectForCoordinateRegion(region) }
  }

  private static func declareRects(_ g: LuaScope) {
    let rects = PlaneRectFunctions<MKMapRect>(g, .mapPoints)
    rects.declareMaking("MKMapPointMake", "MKMapSizeMake", "MKMapRectMake")
    rects.declareEdges { "MKMapRectGet\($0)" }
    rects.declareComparing()
    rects.declareArithmetic()
    g.function(
      "MKMapRectIsEmpty", ["rect"], .none, "Returns whether the rect is null or both its sides are 0."
    ) { (rect: MKMapRect) in rect.isEmpty }
    g.function(
      "MKMapRectContainsPoint", ["rect", "point"], .none,
      "Returns whether the point lies in the rect or on its edge."
    ) { (rect: MKMapRect, point: MKMapPoint) in rect.contains(point) }
    g.function(
      "MKMapRectSpans180thMeridian", ["rect"], .none,
      "Returns whether the rect reaches beyond the 180th meridian on either side."
    ) { (rect: MKMapRect) in rect.spans180thMeridian }
    g.function(
      "MKMapRectRemainder", ["rect"], .none,
      "Returns the part outside the world, wrapped to the other side; the null rect when there is none."
    ) { (rect: MKMapRect) in rect.remainder }
    g.constant("MKMapSizeWorld", MKMapSizeWorld, "The size of the whole map.")
    g.constant("MKMapRectWorld", MKMapRectWorld, "The whole map.")
    g.constant("MKMapRectNull", MKMapRectNull, "The rect that stands for none; its origin is infinite.")
  }
}
