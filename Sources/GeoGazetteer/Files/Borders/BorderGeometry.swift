import CSimdJSON
import Geo
import GeoFormats

/// Converts the polygons of a border file for a gazetteer.
enum BorderGeometry {
  /// How far rounding may have pushed a coordinate out of range, in degrees.
  private static let slack = 1e-6

  /// The polygons of a Feature, each ring closed by its first coordinate, cut at the 180th meridian. Empty if
  /// the geometry is null: such a Feature has names only.
  ///
  /// - Errors: ``RecordFault`` for a geometry that is not an area, or not on the earth.
  static func polygons(_ fence: UnsafePointer<geo_fence>) throws(RecordFault) -> [[[CLLocationCoordinate2D]]]
  {
    let type = fence.pointee.geometry
    guard type.length > 0 else { return [] }
    guard type == "Polygon" || type == "MultiPolygon" else {
      let found = excerpt(type.buffer)
      throw RecordFault("not an area", "its geometry is \(found) (expected Polygon or MultiPolygon)")
    }
    let positions = fence.pointee.positions
    guard positions.depth == (type == "Polygon" ? 3 : 4), let numbers = positions.numbers,
      let ringEnds = positions.ring_ends, let partEnds = positions.part_ends
    else {
      throw RecordFault(
        "coordinates", "its coordinates cannot be read (expected rings of [longitude, latitude])")
    }
    var polygons: [[[CLLocationCoordinate2D]]] = []
    var ring = 0
    var position = 0
    for part in 0..<positions.part_count {
      var rings: [[CLLocationCoordinate2D]] = []
      while ring < partEnds[part] {
        var places: [CLLocationCoordinate2D] = []
        places.reserveCapacity(ringEnds[ring] - position + 1)
        while position < ringEnds[ring] {
          places.append(try place(numbers[position * 2 + 1], numbers[position * 2]))
          position += 1
        }
        ring += 1
        if places.count > 1, places.first == places.last { places.removeLast() }
        // An outer ring with too few places takes its holes with it.
        if places.count > 2 { rings.append(places) } else if rings.isEmpty { rings.append([]) }
      }
      if let outer = rings.first, !outer.isEmpty { polygons += cut(rings) }
    }
    guard !polygons.isEmpty else {
      throw RecordFault("not an area", "has no ring of three places or more")
    }
    return polygons.map { $0.map { $0 + $0.prefix(1) } }
  }

  private static func place(_ latitude: Double, _ longitude: Double) throws(RecordFault)
    -> CLLocationCoordinate2D
  {
    var longitude = longitude
    // Some files count longitudes from 0 to 360.
    if longitude > 180 + slack, longitude <= 540 { longitude -= 360 }
    if longitude < -180 - slack, longitude >= -540 { longitude += 360 }
    guard abs(latitude) <= 90 + slack, abs(longitude) <= 180 + slack else {
      throw RecordFault(
        "coordinates",
        "latitude \(latitude), longitude \(longitude) is not a place on the earth (longitude comes first)")
    }
    return CLLocationCoordinate2DMake(max(-90, min(90, latitude)), max(-180, min(180, longitude)))
  }

  private static func cut(_ rings: [[CLLocationCoordinate2D]]) -> [[[CLLocationCoordinate2D]]] {
    let isCrossed = rings.contains { ring in
      ring.indices.contains { index in
        let (a, b) = (ring[index], ring[(index + 1) % ring.count])
        // An edge along a pole from one end of the map to the other: the file is already cut.
        let isAlong = abs(a.longitude) == 180 && abs(b.longitude) == 180
        return !isAlong && abs(a.longitude - b.longitude) > 180
      }
    }
    guard isCrossed else { return [rings] }
    return Antimeridian.cut([rings]).map { part in part.filter { $0.count > 2 } }.filter { !$0.isEmpty }
  }
}
