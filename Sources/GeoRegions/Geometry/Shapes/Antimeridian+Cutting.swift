public import GeoCore

extension Antimeridian {
  /// Returns the parts cut so that no edge goes across, outer rings counterclockwise, holes clockwise.
  ///
  /// - Shape: a ring around a pole is closed through the pole, along the meridian. Rings of parts that need
  ///   no cut keep their first coordinate.
  public static func cut(_ parts: [[Ring]]) -> [[Ring]] { parts.flatMap(cut(part:)) }

  /// Returns the line cut so that no edge goes across.
  public static func cut(line: [CLLocationCoordinate2D]) -> [[CLLocationCoordinate2D]] {
    var lines: [[CLLocationCoordinate2D]] = []
    var current: [CLLocationCoordinate2D] = []
    for place in line {
      if let last = current.last, isCrossed(last, place) {
        let (end, start) = seam(last, place)
        if end != last { current.append(end) }
        if current.count > 1 || lines.isEmpty { lines.append(current) }
        current = start == place ? [] : [start]
      }
      current.append(place)
    }
    if current.count > 1 || lines.isEmpty { lines.append(current) }
    return lines.filter { $0.count > 1 }
  }

  /// The two representations of the place where an edge crosses, in the order in which the edge reaches them.
  private static func seam(
    _ a: CLLocationCoordinate2D, _ b: CLLocationCoordinate2D
  ) -> (end: CLLocationCoordinate2D, start: CLLocationCoordinate2D) {
    let latitude = latitude(between: a, and: b)
    let side: CLLocationDegrees = a.longitude > b.longitude ? 180 : -180
    return (CLLocationCoordinate2DMake(latitude, side), CLLocationCoordinate2DMake(latitude, -side))
  }

  private static func cut(part: [Ring]) -> [[Ring]] {
    var whole: [Ring] = []
    var pieces: [[CLLocationCoordinate2D]] = []
    for (index, ring) in part.enumerated() {
      let directed = directed(ring, counterclockwise: index == 0)
      let crossing = directed.indices.first { isCrossed(directed[$0], directed[($0 + 1) % directed.count]) }
      guard crossing != nil else {
        whole.append(directed)
        continue
      }
      pieces += cut(ring: begunInTheSouth(directed))
    }
    guard !pieces.isEmpty else { return whole.isEmpty ? [] : [whole] }
    return parts(linked(pieces), whole)
  }

  /// The paths between consecutive crossings of a ring; each begins and ends on the meridian.
  private static func cut(ring: Ring) -> [[CLLocationCoordinate2D]] {
    guard let first = ring.first else { return [] }
    var pieces: [[CLLocationCoordinate2D]] = []
    var current: [CLLocationCoordinate2D] = [first]
    for (index, place) in ring.enumerated() {
      let next = ring[(index + 1) % ring.count]
      if isCrossed(place, next) {
        let (end, start) = seam(place, next)
        if current.last != end { current.append(end) }
        pieces.append(current)
        current = [start]
      }
      if index + 1 < ring.count, current.last != next { current.append(next) }
    }
    // The stretch before the first crossing ends the last path.
    let start = current.last == first ? Array(pieces[0].dropFirst()) : pieces[0]
    pieces[0] = current + start
    return pieces.filter { $0.count > 1 }
  }

  /// Links paths to rings along the meridian, the inside to the left, from the end of each to the nearest
  /// start.
  private static func linked(_ pieces: [[CLLocationCoordinate2D]]) -> [Ring] {
    var east = Starts(pieces, side: 180)
    var west = Starts(pieces, side: -180)
    var isUsed = [Bool](repeating: false, count: pieces.count)
    var rings: [Ring] = []
    for first in pieces.indices where !isUsed[first] {
      var ring: Ring = []
      var index: Int? = first
      while let piece = index, !isUsed[piece], let end = pieces[piece].last {
        isUsed[piece] = true
        ring += ring.last == pieces[piece].first ? pieces[piece].dropFirst() : pieces[piece][...]
        let isEast = end.longitude > 0
        index = isEast ? east.removeNext(from: end.latitude) : west.removeNext(from: end.latitude)
        guard index == nil else { continue }
        // No further start on this side: the ring goes around the pole.
        let pole: CLLocationDegrees = isEast ? 90 : -90
        ring.append(CLLocationCoordinate2DMake(pole, end.longitude))
        ring.append(CLLocationCoordinate2DMake(pole, -end.longitude))
        index = isEast ? west.removeNext(from: pole) : east.removeNext(from: pole)
      }
      if ring.last == ring.first { ring.removeLast() }
      rings.append(ring)
    }
    return rings
  }
}

/// The starts of paths on one side of the meridian, in the direction that keeps the inside to the left.
private struct Starts {
  private let side: CLLocationDegrees
  private var places: [(latitude: CLLocationDegrees, piece: Int)]

  init(_ pieces: [[CLLocationCoordinate2D]], side: CLLocationDegrees) {
    self.side = side
    let starts = pieces.indices.filter { pieces[$0][0].longitude == side }
    places = starts.map { (pieces[$0][0].latitude, $0) }.sorted { side > 0 ? $0 < $1 : $0 > $1 }
  }

  /// Removes the nearest start at `latitude` or beyond it.
  mutating func removeNext(from latitude: CLLocationDegrees) -> Int? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      let isBefore = side > 0 ? places[middle].latitude < latitude : places[middle].latitude > latitude
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return low < places.count ? places.remove(at: low).piece : nil
  }
}
