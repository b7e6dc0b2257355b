import Geo
import Glibc

/// Representative points of lines and areas.
enum OSMLine {
  /// Along a street, the ratio of a degree of longitude to one of latitude is constant.
  private static func length(
    _ a: CLLocationCoordinate2D, _ b: CLLocationCoordinate2D, _ narrowing: Double
  ) -> Double {
    hypot((b.longitude - a.longitude) * narrowing, b.latitude - a.latitude)
  }

  /// The point at this share of a line's length, from 0 to 1.
  static func point(of line: [CLLocationCoordinate2D], at part: Double) -> CLLocationCoordinate2D? {
    guard let first = line.first else { return nil }
    let narrowing = cos(first.latitude * .pi / 180)
    let lengths = zip(line, line.dropFirst()).map { length($0, $1, narrowing) }
    var left = lengths.reduce(0, +) * part
    for (index, length) in lengths.enumerated() {
      if length > 0, left <= length {
        let (a, b) = (line[index], line[index + 1])
        return CLLocationCoordinate2D(
          latitude: a.latitude + (b.latitude - a.latitude) * left / length,
          longitude: a.longitude + (b.longitude - a.longitude) * left / length)
      }
      left -= length
    }
    return line.last
  }
}

/// Rings, outer and inner.
struct OSMRings {
  var rings: [[CLLocationCoordinate2D]]

  /// Joins ways at the nodes they share.
  ///
  /// - Returns: nil if a ring stays open, because a part is outside the file.
  static func closed(_ ways: [OSMOutline]) -> [[CLLocationCoordinate2D]]? {
    var ends: [Int64: [Int]] = [:]
    for (index, way) in ways.enumerated() {
      ends[way.first, default: []].append(index)
      if !way.isClosed { ends[way.last, default: []].append(index) }
    }
    var isUsed = [Bool](repeating: false, count: ways.count)
    var rings: [[CLLocationCoordinate2D]] = []
    for index in ways.indices where !isUsed[index] {
      isUsed[index] = true
      var ring = ways[index].places
      var last = ways[index].last
      while last != ways[index].first {
        guard let next = ends[last]?.first(where: { !isUsed[$0] }) else { return nil }
        isUsed[next] = true
        let way = ways[next]
        ring += way.first == last ? way.places.dropFirst() : way.places.reversed()[1...]
        last = way.first == last ? way.last : way.first
      }
      guard ring.count > 3 else { return nil }
      rings.append(ring)
    }
    return rings.isEmpty ? nil : rings
  }

  /// The center of the area; if that lies outside, a point in the widest part at the middle latitude.
  var center: CLLocationCoordinate2D? {
    guard let first = rings.first?.first else { return nil }
    var (area, x, y) = (0.0, 0.0, 0.0)
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst()) {
        let (ax, ay) = (a.longitude - first.longitude, a.latitude - first.latitude)
        let (bx, by) = (b.longitude - first.longitude, b.latitude - first.latitude)
        let cross = ax * by - bx * ay
        area += cross
        x += (ax + bx) * cross
        y += (ay + by) * cross
      }
      // Holes are ignored here: they rarely shift the center, and the test below checks that it is inside.
      if ring.count > 3, area != 0 { break }
    }
    let middle =
      area == 0
      ? first
      : CLLocationCoordinate2D(
        latitude: first.latitude + y / (3 * area), longitude: first.longitude + x / (3 * area))
    let crossings = self.crossings(at: middle.latitude)
    let isInside = crossings.count { $0 < middle.longitude } % 2 == 1
    if isInside { return middle }
    let spans = stride(from: 0, to: crossings.count - 1, by: 2).map { (crossings[$0], crossings[$0 + 1]) }
    guard let widest = spans.max(by: { $0.1 - $0.0 < $1.1 - $1.0 }) else { return middle }
    return CLLocationCoordinate2D(latitude: middle.latitude, longitude: (widest.0 + widest.1) / 2)
  }

  /// Where the edges cross a parallel, from west to east.
  private func crossings(at latitude: Double) -> [Double] {
    var found: [Double] = []
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst()) where (a.latitude > latitude) != (b.latitude > latitude) {
        found.append(
          a.longitude + (latitude - a.latitude) / (b.latitude - a.latitude) * (b.longitude - a.longitude))
      }
    }
    return found.sorted()
  }

  func contains(_ place: CLLocationCoordinate2D) -> Bool {
    crossings(at: place.latitude).count { $0 < place.longitude } % 2 == 1
  }

  /// Half its diameter, in meters.
  var radius: Double {
    let places = rings.joined()
    guard let first = places.first else { return 0 }
    var (south, north, west, east) = (first.latitude, first.latitude, first.longitude, first.longitude)
    for place in places {
      (south, north) = (min(south, place.latitude), max(north, place.latitude))
      (west, east) = (min(west, place.longitude), max(east, place.longitude))
    }
    let meters = 111_320.0
    return hypot(north - south, (east - west) * cos((south + north) / 2 * .pi / 180)) * meters / 2
  }
}

/// A way that may be part of an area's edge.
struct OSMOutline {
  var first: Int64
  var last: Int64
  var places: [CLLocationCoordinate2D]
  /// Whether it is a maritime border.
  var isMaritime = false

  var isClosed: Bool { first == last }
}
