public import Geo
public import LuaBridge

/// `MKGeoJSONDecoder` for scripts: text in, shapes and Features out.
final class GeoJSONReader: LuaObject {
  static func bind(_ c: LuaBinder<GeoJSONReader>) {
    c.summary(
      "Decodes GeoJSON as shapes: a Point becomes an `MKPointAnnotation`, or an `MKCircle` if it has a "
        + "`radius`; other geometries become the shapes of the same name. Shapes cut at the 180th meridian "
        + "are joined again.")
    c.initializer { GeoJSONReader() }
    c.method(
      "geoJSONObjectsWithData", ["text"], .none,
      "Returns the Features of a FeatureCollection, a Feature, or the shapes of a bare geometry; errors name "
        + "the place."
    ) { [unowned machine = c.machine] (_: GeoJSONReader, text: String) -> [GeoJSONItem] in
      try objects(text, machine)
    }
    c.alias("geoJSONObjectsWithData_error", of: "geoJSONObjectsWithData")
    c.alias("decode", of: "geoJSONObjectsWithData")
    c.method(
      "geoJSONObjectsWithContentsOfFile", ["path"], .none,
      "Decodes a file in the script's folder or one of --allow-read. A geoscript extension."
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
  // Parsed values take a few times as many bytes as their text.
  public var luaBytes: Int { (properties?.utf8.count ?? 0) * 4 }

  static func bind(_ c: LuaBinder<MKGeoJSONFeature>) {
    c.summary("A GeoJSON Feature: its identifier, its properties and its shapes.")
    c.property("identifier", .none, "The Feature's `id`, numbers as text; nil if it has none.") {
      $0.identifier
    }
    c.property("properties", .none, "The Feature's `properties` as JSON text; nil if it has none.") {
      $0.properties
    }
    c.property("fields", .none, "The Feature's `properties` as a new table; empty if it has none.") {
      JSONTable(value: $0.propertyValues)
    }
    c.property(
      "geometry", .none,
      "The Feature's shapes, titled with its `title` or `name`: one, several for a collection, none for null."
    ) { $0.geometry }
  }
}

/// A JSON object as a table.
struct JSONTable: LuaValue {
  static var luaType: String { "table" }
  let value: JSONValue

  static func read(_ stack: LuaStack, _ index: Int32) throws -> JSONTable {
    JSONTable(value: try ScriptJSON.value(stack, index))
  }

  func push(_ stack: LuaStack) {
    if case .null = value { ScriptJSON.push(.object([]), stack) } else { ScriptJSON.push(value, stack) }
  }
}

/// An item that can be written as GeoJSON: a region, a Feature, a shape or another annotation.
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
      try (annotation as? ScriptedAnnotation)?.refresh()
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

  /// The work of writing it, in positions.
  var placeCount: Int {
    switch self {
    case .region(let region): region.shape?.coordinateCount ?? 0
    case .object(let feature as MKGeoJSONFeature): feature.geometry.reduce(0) { $0 + $1.placeCount }
    case .object(let object): (object as? MKShape)?.placeCount ?? 0
    case .annotation: 1
    }
  }

  /// - Errors: ``GeoError`` for what GeoJSON cannot represent.
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
