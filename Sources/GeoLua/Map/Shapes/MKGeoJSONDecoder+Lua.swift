public import Geo
public import LuaBridge

/// `MKGeoJSONDecoder` for scripts: text in, shapes and Features out.
final class GeoJSONReader: LuaObject {
  static func bind(_ c: LuaBinder<GeoJSONReader>) {
    c.summary(
      "Reads GeoJSON as shapes: a Point is an `MKPointAnnotation`, with a `radius` an `MKCircle`, the others are what "
        + "they are called after. What was cut at the 180th meridian is whole again.")
    c.initializer { GeoJSONReader() }
    c.method(
      "geoJSONObjectsWithData", ["text"], .none,
      "Returns the Features of a FeatureCollection, a Feature, or the shapes of a bare geometry; an error says where."
    ) { [unowned machine = c.machine] (_: GeoJSONReader, text: String) -> [GeoJSONItem] in
      try objects(text, machine)
    }
    c.alias("geoJSONObjectsWithData_error", of: "geoJSONObjectsWithData")
    c.alias("decode", of: "geoJSONObjectsWithData")
    c.method(
      "geoJSONObjectsWithContentsOfFile", ["path"], .none,
      "Returns the same of a file in the script's folder, or where --allow-read says. Ours."
    ) { [unowned machine = c.machine] (_: GeoJSONReader, path: String) -> [GeoJSONItem] in
      let script = try RunningScript.current(machine)
      return try objects(TextFile.read(script.readablePath(path)), machine)
    }
  }

  private static func objects(_ text: String, _ machine: LuaMachine) throws -> [GeoJSONItem] {
    let (value, memory) = try RunningScript.current(machine).parse(json: text)
    defer { withExtendedLifetime(memory) {} }
    let charge = ShapeCharge(machine)
    let objects = try MKGeoJSONDecoder().decode(value)
    for object in objects {
      let shapes = (object as? MKGeoJSONFeature)?.geometry ?? [object].compactMap { $0 as? MKShape }
      for shape in shapes { _ = try charge.made(shape) }
    }
    return objects.map { GeoJSONItem.object($0) }
  }
}

extension MKGeoJSONFeature: LuaObject {
  // Values take a few times their text.
  public var luaBytes: Int { (properties?.utf8.count ?? 0) * 4 }

  static func bind(_ c: LuaBinder<MKGeoJSONFeature>) {
    c.summary("A GeoJSON Feature: its identifier, its properties and its shapes.")
    c.property("identifier", .none, "Its `id`, a number as text; nil without one.") { $0.identifier }
    c.property("properties", .none, "Its `properties` as JSON text; nil without any.") { $0.properties }
    c.property("fields", .none, "Its `properties` as a table, made at each reading; empty without any.") {
      JSONTable(value: $0.propertyValues)
    }
    c.property(
      "geometry", .none, "Its shapes: one, several of a collection, none of null; with its `title` or `name`."
    ) { $0.geometry }
  }
}

/// A JSON object as a table.
private struct JSONTable: LuaValue {
  static var luaType: String { "table" }
  let value: JSONValue

  static func read(_ stack: LuaStack, _ index: Int32) throws -> JSONTable {
    JSONTable(value: try ScriptJSON.value(stack, index))
  }

  func push(_ stack: LuaStack) {
    if case .null = value { ScriptJSON.push(.object([]), stack) } else { ScriptJSON.push(value, stack) }
  }
}

/// What GeoJSON is made of or into: a region, a Feature, a shape or another annotation.
enum GeoJSONItem: LuaValue {
  case region(CLRegion)
  case object(any MKGeoJSONObject)
  case annotation(any MKAnnotation)

  static var luaType: String { "CLRegion|MKAnnotation|MKGeoJSONFeature" }

  static func read(_ stack: LuaStack, _ index: Int32) throws -> GeoJSONItem {
    switch LuaMachine.object(stack, index) {
    case let region as CLRegion: return .region(region)
    case let object as any MKGeoJSONObject: return .object(object)
    default:
      let annotation = try AnnotationValue.read(stack, index).object
      try (annotation as? ScriptedAnnotation)?.look()
      return .annotation(annotation)
    }
  }

  func push(_ stack: LuaStack) {
    switch self {
    case .region(let region): region.push(stack)
    case .object(let object): (object as? any LuaObject)?.push(stack)
    case .annotation(let annotation): AnnotationValue(annotation).push(stack)
    }
  }

  /// How much work it is to write it, in places.
  var placeCount: Int {
    switch self {
    case .region(let region): region.shape?.coordinateCount ?? 0
    case .object(let feature as MKGeoJSONFeature): feature.geometry.reduce(0) { $0 + $1.placeCount }
    case .object(let object): (object as? MKShape)?.placeCount ?? 0
    case .annotation: 1
    }
  }

  /// - Errors: ``GeoError`` for what GeoJSON cannot say.
  func feature() throws -> JSONValue {
    switch self {
    case .region(let region): return GeoJSON.feature(region.monitored(desiredAccuracy: 0))
    case .object(let feature as MKGeoJSONFeature): return try GeoJSON.feature(feature)
    case .object(let object):
      guard let shape = object as? any MKAnnotation else { return .null }
      return try GeoJSON.feature(shape)
    case .annotation(let annotation): return try GeoJSON.feature(annotation)
    }
  }
}

extension MKShape {
  fileprivate var placeCount: Int {
    switch self {
    case let polygon as MKPolygon: polygon.interiorPolygons.reduce(polygon.pointCount) { $0 + $1.pointCount }
    case let points as MKMultiPoint: points.pointCount
    case let several as MKMultiPolygon: several.polygons.reduce(0) { $0 + $1.placeCount }
    case let several as MKMultiPolyline: several.polylines.reduce(0) { $0 + $1.pointCount }
    default: 1
    }
  }
}
