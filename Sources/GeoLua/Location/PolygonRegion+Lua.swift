import Geo
import LuaBridge

extension PolygonRegion {
  static func bind(_ c: LuaBinder<PolygonRegion>) {
    c.summary(
      "A region of one or more polygons, which may have holes. Edges are straight on a map.")
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
    c.property("coordinates", .none, "The outer ring; of several parts, that of the first.") {
      $0.polygon.parts.first?.first ?? []
    }
    c.property("holes", .none, "The holes; of several parts, those of the first.") {
      Array($0.polygon.parts.first?.dropFirst() ?? [])
    }
    c.property("parts", .none, "All polygons, each an outer ring followed by its holes.") { $0.polygon.parts }
  }

  /// Returns the given parts, or one part made of an outer ring and its holes.
  private static func rings(
    _ coordinates: [CLLocationCoordinate2D]?, _ holes: [[CLLocationCoordinate2D]]?,
    _ parts: [[[CLLocationCoordinate2D]]]?
  ) throws -> [[[CLLocationCoordinate2D]]] {
    switch (coordinates, parts) {
    case (let outer?, nil): return [([outer] + (holes ?? [])).map(open)]
    case (nil, let parts?) where holes == nil: return parts.map { $0.map(open) }
    case (nil, nil): throw LuaMessage("PolygonRegion: coordinates or parts expected")
    default: throw LuaMessage("PolygonRegion: give either coordinates and holes, or parts, not both")
    }
  }

  /// A ring without a repeated first coordinate at its end.
  private static func open(_ ring: [CLLocationCoordinate2D]) -> [CLLocationCoordinate2D] {
    ring.count > 1 && ring.first == ring.last ? Array(ring.dropLast()) : ring
  }
}

/// Reports an invalid shape as an error of the script.
enum RegionFlaw {
  static func named<Region>(
    _ name: String, _ identifier: String, _ make: () throws(ShapeFlaw) -> Region
  ) throws -> Region {
    do { return try make() } catch { throw LuaMessage("\(name) '\(identifier)': \(error)") }
  }
}
