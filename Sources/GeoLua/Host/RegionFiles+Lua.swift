import Geo
import LuaBridge

extension GeoscriptModule {
  /// Reads regions from files and writes them.
  static func declareRegionFiles(_ m: LuaScope) {
    m.function(
      "readGeoJSON", ["path"], .none,
      "Returns the regions of a GeoJSON file, whose coordinates have longitude first; warns about Features "
        + "that are not regions."
    ) {
      [unowned machine = m.machine] (path: String) -> [CLRegion] in
      try read(path, .geoJSON, RunningScript.current(machine))
    }
    m.function(
      "readRegions", ["path"], .none,
      "Returns the regions of a GeoJSON, KML, WKT or OwnTracks file; the format is detected by content."
    ) {
      [unowned machine = m.machine] (path: String) -> [CLRegion] in
      try read(path, .all, RunningScript.current(machine))
    }
    m.function(
      "geoJSON", ["items"], .none,
      "Returns regions, shapes, other annotations and GeoJSON Features as the text of a FeatureCollection; "
        + "reading it gives the same objects."
    ) {
      [unowned machine = m.machine] (items: [GeoJSONItem]) -> String in
      try text(items, "geoJSON", machine.stack)
    }
    m.function(
      "writeGeoJSON", ["path", "items"],
      "Writes what `geoJSON` returns to a file in a folder of --allow-write; replaces an existing file."
    ) {
      [unowned machine = m.machine] (path: String, items: [GeoJSONItem]) in
      let bytes = Array(try text(items, "writeGeoJSON", machine.stack).utf8)
      try RunningScript.current(machine).write(bytes, to: path)
    }
  }

  private static func read(
    _ path: String, _ formats: RegionFormats, _ script: RunningScript
  ) throws -> [CLRegion] {
    try script.readRegions(script.readablePath(path), formats).map { $0.makeObject() }
  }

  /// - Errors: ``LuaMessage`` for an item that could not be read back.
  private static func text(_ items: [GeoJSONItem], _ name: String, _ stack: LuaStack) throws -> String {
    var features: [JSONValue] = []
    var left = LuaStackWork.room(stack)
    for (index, item) in items.enumerated() {
      try LuaStackWork.work(stack, 100 + 50 * item.placeCount)
      left -= 500 + bytesAPlace * item.placeCount
      guard left >= 0 else { throw LuaMessage("not enough memory\(RunningScript.memoryAdvice)") }
      if case .region(let region) = item, let flaw = flaw(of: region) {
        throw LuaMessage("geoscript.\(name): region \(index + 1) \(flaw)")
      }
      do { features.append(try item.feature()) } catch let error as GeoError {
        throw LuaMessage("geoscript.\(name): item \(index + 1): \(error.message)")
      }
    }
    return GeoJSON.text(of: features)
  }

  /// Approximate bytes of a place as JSON values and as their text.
  private static let bytesAPlace = 150

  private static func flaw(of region: CLRegion) -> String? {
    if region.identifier.isEmpty {
      "has no identifier"
    } else if !CLLocationCoordinate2DIsValid(region.center) {
      "has an invalid center (expected latitude ±90°, longitude ±180°)"
    } else if !(region.radius > 0 && region.radius.isFinite) {
      "has the radius \(region.radius) (expected meters above 0)"
    } else {
      nil
    }
  }
}

/// The formats that a script may ask to read as regions.
public enum RegionFormats: Sendable {
  case geoJSON
  /// Any format, detected by content.
  case all
}
