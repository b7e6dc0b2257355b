import Geo

/// Clips rings and lines to a rect of the map, in double precision, before they become points of a picture:
/// at level 21 a country is a billion points wide, more than a canvas can represent.
///
/// - Source: Sutherland and Hodgman, "Reentrant polygon clipping", CACM 17 (1), 1974; Liang and Barsky, "A new concept and
///   method for line clipping", ACM TOG 3 (1), 1984.
struct MapClip {
  let box: MapBox
  private var spare: [MKMapPoint] = []

  init(_ box: MapBox) { self.box = box }

  /// Clips a ring to the rect; where it leaves, edges along the rect are added.
  mutating func cut(ring: inout [MKMapPoint]) {
    cut(&ring, isInside: { [box] in $0.x >= box.minX }) { [box] in MapClip.crossX($0, $1, box.minX) }
    cut(&ring, isInside: { [box] in $0.x <= box.maxX }) { [box] in MapClip.crossX($0, $1, box.maxX) }
    cut(&ring, isInside: { [box] in $0.y >= box.minY }) { [box] in MapClip.crossY($0, $1, box.minY) }
    cut(&ring, isInside: { [box] in $0.y <= box.maxY }) { [box] in MapClip.crossY($0, $1, box.maxY) }
  }

  @inline(__always)
  private mutating func cut(
    _ ring: inout [MKMapPoint], isInside: (MKMapPoint) -> Bool,
    crossing: (MKMapPoint, MKMapPoint) -> MKMapPoint
  ) {
    guard var last = ring.last else { return }
    spare.removeAll(keepingCapacity: true)
    var wasInside = isInside(last)
    for place in ring {
      let isIn = isInside(place)
      if isIn != wasInside { spare.append(crossing(last, place)) }
      if isIn { spare.append(place) }
      last = place
      wasInside = isIn
    }
    swap(&ring, &spare)
  }

  /// The area of a ring, in square map points.
  static func area(of ring: [MKMapPoint]) -> Double {
    guard let first = ring.first, var last = ring.last else { return 0 }
    var sum = 0.0
    for place in ring {
      // Relative to one of the points, because large products would lose precision.
      sum += (last.x - first.x) * (place.y - first.y) - (place.x - first.x) * (last.y - first.y)
      last = place
    }
    return abs(sum / 2)
  }

  private static func crossX(_ a: MKMapPoint, _ b: MKMapPoint, _ x: Double) -> MKMapPoint {
    MKMapPoint(x: x, y: a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x)))
  }

  private static func crossY(_ a: MKMapPoint, _ b: MKMapPoint, _ y: Double) -> MKMapPoint {
    MKMapPoint(x: a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)), y: y)
  }

  /// Calls `body` with each piece of a line that lies in the rect.
  func pieces(of line: [MKMapPoint], _ body: ([MKMapPoint]) -> Void) {
    var piece: [MKMapPoint] = []
    for (a, b) in zip(line, line.dropFirst()) {
      guard let (from, to) = part(a, b) else {
        if piece.count > 1 { body(piece) }
        piece.removeAll(keepingCapacity: true)
        continue
      }
      if piece.last != from {
        if piece.count > 1 { body(piece) }
        piece = [from]
      }
      piece.append(to)
    }
    if piece.count > 1 { body(piece) }
  }

  /// The part of a segment that lies in the rect.
  func part(_ a: MKMapPoint, _ b: MKMapPoint) -> (MKMapPoint, MKMapPoint)? {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    var (start, end) = (0.0, 1.0)
    // For each edge: how fast the segment leaves through it, and how far inside it starts.
    for (speed, room) in [
      (-dx, a.x - box.minX), (dx, box.maxX - a.x), (-dy, a.y - box.minY), (dy, box.maxY - a.y),
    ] {
      if speed == 0 {
        if room < 0 { return nil }
      } else if speed < 0 {
        start = max(start, room / speed)
      } else {
        end = min(end, room / speed)
      }
    }
    guard start <= end else { return nil }
    func place(_ t: Double, _ whole: MKMapPoint) -> MKMapPoint {
      t == 0 || t == 1 ? whole : MKMapPoint(x: a.x + t * dx, y: a.y + t * dy)
    }
    return (place(start, a), place(end, b))
  }
}
