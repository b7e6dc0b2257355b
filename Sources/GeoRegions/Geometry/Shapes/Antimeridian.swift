public import GeoCore

/// Converts between shapes cut in two at the 180th meridian, as in files, and shapes that lie across it, as
/// monitored.
///
/// - Shape: rings are closed without repeating the first coordinate; the first ring of a part is the outer
///   one.
/// - Source: RFC 7946 §3.1.9 for the cut, §3.1.6 for the direction of rings.
public enum Antimeridian {
  public typealias Ring = [CLLocationCoordinate2D]

  package static func isOn(_ place: CLLocationCoordinate2D) -> Bool { abs(place.longitude) == 180 }

  /// Whether the shorter way between two places crosses the meridian.
  static func isCrossed(_ a: CLLocationCoordinate2D, _ b: CLLocationCoordinate2D) -> Bool {
    abs(a.longitude - b.longitude) > 180
  }

  /// The latitude where the edge between two places meets the meridian; independent of their order.
  static func latitude(
    between a: CLLocationCoordinate2D, and b: CLLocationCoordinate2D
  ) -> CLLocationDegrees {
    let (east, west) = a.longitude > b.longitude ? (a, b) : (b, a)
    let before = 180 - east.longitude
    let after = 180 + west.longitude
    guard before > 0 else { return east.latitude }
    guard after > 0 else { return west.latitude }
    return east.latitude + (west.latitude - east.latitude) * (before / (before + after))
  }

  /// Whether `place` exists only because the edge between its neighbors was cut.
  static func isCut(
    _ place: CLLocationCoordinate2D, between a: CLLocationCoordinate2D, and b: CLLocationCoordinate2D
  ) -> Bool {
    isOn(place) && !isOn(a) && !isOn(b) && isCrossed(a, b) && latitude(between: a, and: b) == place.latitude
  }

  /// The longitudes of a ring, each continuing the shorter way from the previous one, and the winding of the
  /// last edge.
  static func unwrapped(_ ring: Ring) -> (longitudes: [CLLocationDegrees], winding: CLLocationDegrees) {
    var longitudes: [CLLocationDegrees] = []
    longitudes.reserveCapacity(ring.count)
    var turns = 0.0
    for (index, place) in ring.enumerated() {
      if index > 0 {
        let step = place.longitude - ring[index - 1].longitude
        turns += step > 180 ? -360 : step < -180 ? 360 : 0
      }
      longitudes.append(place.longitude + turns)
    }
    guard let first = ring.first, let last = ring.last else { return ([], 0) }
    let step = first.longitude - last.longitude
    return (longitudes, turns + (step > 180 ? -360 : step < -180 ? 360 : 0))
  }

  /// Whether the inside of a ring lies to the left of its edges. The inside of a ring around a pole holds the
  /// pole nearer to its mean latitude.
  static func isCounterclockwise(_ ring: Ring) -> Bool {
    let (longitudes, winding) = unwrapped(ring)
    // Twice the area between the ring and the equator; positive above it on the way east.
    var area = 0.0
    for (index, place) in ring.enumerated() {
      let before = index == 0 ? ring.count - 1 : index - 1
      let start = index == 0 ? longitudes[before] - winding : longitudes[before]
      area += (longitudes[index] - start) * (ring[before].latitude + place.latitude)
    }
    guard winding != 0 else { return area < 0 }
    let isNorthern = area == 0 ? winding > 0 : area * winding > 0
    return (winding > 0) == isNorthern
  }

  /// The ring in the direction that RFC 7946 §3.1.6 requires, with the same first coordinate.
  static func directed(_ ring: Ring, counterclockwise: Bool) -> Ring {
    guard let first = ring.first, isCounterclockwise(ring) != counterclockwise else { return ring }
    return [first] + ring.dropFirst().reversed()
  }

  /// The ring starting at its southernmost coordinate, the westernmost if there are several: cutting and
  /// joining keep it.
  static func begunInTheSouth(_ ring: Ring) -> Ring {
    let start = ring.indices.min {
      (ring[$0].latitude, ring[$0].longitude) < (ring[$1].latitude, ring[$1].longitude)
    }
    guard let start, start > 0 else { return ring }
    return Ring(ring[start...] + ring[..<start])
  }

  /// Whether `place` lies inside a ring that goes around neither pole.
  static func contains(_ ring: Ring, _ place: CLLocationCoordinate2D) -> Bool {
    let (longitudes, _) = unwrapped(ring)
    guard let least = longitudes.min() else { return false }
    var longitude = place.longitude
    while longitude < least { longitude += 360 }
    var isInside = false
    for (index, end) in ring.enumerated() {
      let before = index == 0 ? ring.count - 1 : index - 1
      let start = ring[before]
      guard (start.latitude > place.latitude) != (end.latitude > place.latitude) else { continue }
      let t = (place.latitude - start.latitude) / (end.latitude - start.latitude)
      if longitude < longitudes[before] + t * (longitudes[index] - longitudes[before]) { isInside.toggle() }
    }
    return isInside
  }

  /// Makes parts of outer rings, each with the holes inside it; a hole outside every other ring goes to the
  /// first.
  static func parts(_ outer: [Ring], _ holes: [Ring]) -> [[Ring]] {
    var parts = outer.map { [$0] }
    for hole in holes {
      guard let place = hole.first else { continue }
      let owner = outer.count == 1 ? 0 : outer.firstIndex { contains($0, place) } ?? 0
      if owner < parts.count { parts[owner].append(hole) }
    }
    return parts
  }
}
