import Geo
import LuaBridge

extension GeoscriptModule {
  /// Regions from files, and into them.
  static func declareRegionFiles(_ m: LuaScope) {
    m.function(
      "readGeoJSON", ["path"], .none,
      "Returns the regions of a GeoJSON file, longitude first in it; Features that are none are warned of."
    ) {
      [unowned machine = m.machine] (path: String) -> [CLRegion] in
      try read(path, .geoJSON, RunningScript.current(machine))
    }
    m.function(
      "readRegions", ["path"], .none,
      "Returns the regions of a GeoJSON, KML, WKT or OwnTracks file, known by its content; longitude first."
    ) {
      [unowned machine = m.machine] (path: String) -> [CLRegion] in
      try read(path, .all, RunningScript.current(machine))
    }
    m.function(
      "geoJSON", ["regions"], .none,
      "Returns regions as the text of a FeatureCollection, which reads back the same."
    ) {
      [unowned machine = m.machine] (regions: [CLRegion]) -> String in
      try text(regions, "geoJSON", machine.stack)
    }
    m.function(
      "writeGeoJSON", ["path", "regions"],
      "Writes regions into a GeoJSON file in a folder that --allow-write names; replaces what is there."
    ) {
      [unowned machine = m.machine] (path: String, regions: [CLRegion]) in
      let target = try RunningScript.current(machine).writablePath(path)
      try TextFile.write(try text(regions, "writeGeoJSON", machine.stack), to: target)
    }
  }

  private static func read(
    _ path: String, _ formats: RegionFormats, _ script: RunningScript
  ) throws -> [CLRegion] {
    try script.readRegions(script.readablePath(path), formats).map { $0.makeObject() }
  }

  /// - Errors: ``LuaMessage`` for a region that could not be read back.
  private static func text(_ regions: [CLRegion], _ name: String, _ stack: LuaStack) throws -> String {
    var watched: [MonitoredRegion] = []
    for (index, region) in regions.enumerated() {
      LuaStackWork.spend(stack, 100 + 50 * (region.shape?.coordinateCount ?? 0))
      let flaw: String? =
        if region.identifier.isEmpty {
          "has no identifier"
        } else if !CLLocationCoordinate2DIsValid(region.center) {
          "has a centre that is no place on the earth"
        } else if !(region.radius > 0 && region.radius.isFinite) {
          "has the radius \(region.radius) (expected metres above 0)"
        } else {
          nil
        }
      if let flaw { throw LuaMessage("geoscript.\(name): region \(index + 1) \(flaw)") }
      watched.append(region.monitored(desiredAccuracy: 0))
    }
    return GeoJSON.text(of: watched)
  }
}

/// What a script asks to be read as regions.
public enum RegionFormats: Sendable {
  case geoJSON
  /// Whatever the content is.
  case all
}
