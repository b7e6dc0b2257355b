import Geo
import LuaBridge

extension PolygonRegion {
  static func bind(_ c: LuaBinder<PolygonRegion>) {
    c.summary(
      "One or more polygons with holes that a device can enter and leave; edges are straight on a map.")
    c.initializer(["coordinates", "identifier", "holes", "parts"]) {
      (
        coordinates: [CLLocationCoordinate2D]?, identifier: String, holes: [[CLLocationCoordinate2D]]?,
        parts: [[[CLLocationCoordinate2D]]]?
      ) in
      let rings = try rings(coordinates, holes, parts)
      return try RegionFlaw.named("PolygonRegion", identifier) { () throws(ShapeFlaw) in
        PolygonRegion(try PolygonShape(parts: Antimeridian.joined(rings)), identifier: identifier)
      }
    }
    c.property("coordinates", .none, "The outer ring, of several parts the first's.") {
      $0.polygon.parts.first?.first ?? []
    }
    c.property("holes", .none, "The rings cut out of it, of several parts the first's.") {
      Array($0.polygon.parts.first?.dropFirst() ?? [])
    }
    c.property("parts", .none, "All polygons, each an outer ring followed by its holes.") { $0.polygon.parts }
  }

  /// The parts that a script means: they alone, or one of an outer ring with holes.
  private static func rings(
    _ coordinates: [CLLocationCoordinate2D]?, _ holes: [[CLLocationCoordinate2D]]?,
    _ parts: [[[CLLocationCoordinate2D]]]?
  ) throws -> [[[CLLocationCoordinate2D]]] {
    switch (coordinates, parts) {
    case (let outer?, nil): return [([outer] + (holes ?? [])).map(open)]
    case (nil, let parts?) where holes == nil: return parts.map { $0.map(open) }
    case (nil, nil): throw LuaMessage("PolygonRegion: coordinates or parts are missing")
    default: throw LuaMessage("PolygonRegion: parts have their own coordinates and holes: give either")
    }
  }

  /// A ring without the repetition of its first coordinate.
  private static func open(_ ring: [CLLocationCoordinate2D]) -> [CLLocationCoordinate2D] {
    ring.count > 1 && ring.first == ring.last ? Array(ring.dropLast()) : ring
  }
}

/// A shape that cannot be, as an error of the script's.
enum RegionFlaw {
  static func named<Region>(
    _ name: String, _ identifier: String, _ make: () throws(ShapeFlaw) -> Region
  ) throws -> Region {
    do { return try make() } catch { throw LuaMessage("\(name) '\(identifier)': \(error)") }
  }
}
