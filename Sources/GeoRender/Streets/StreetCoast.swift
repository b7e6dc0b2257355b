import Geo

/// Builds areas of sea from coastlines, which are lines with land on their left.
struct StreetCoast {
  /// Rings that enclose the sea and, nested within, land.
  private(set) var sea: [[MKMapPoint]] = []
  private let box: MapBox

  /// A piece of coast between edges of the box.
  private struct Piece {
    var line: [MKMapPoint]
    /// The turns of its start and end, see ``turn(_:)``.
    var start: Double
    var end: Double
    var isUsed = false
  }

  init(_ coasts: [[StreetData.Place]], within box: MapBox) {
    self.box = box
    var pieces: [Piece] = []
    var hasIslands = false
    for coast in coasts {
      var line = coast.map(StreetData.point)
      if line.first == line.last, line.count > 3 {
        guard let outside = line.firstIndex(where: { !box.contains($0) }) else {
          hasIslands = hasIslands || StreetCoast.isIsland(line)
          sea.append(line)
          continue
        }
        // Starts outside the box; otherwise the piece with the first point would be split.
        line = Array(line[outside...] + line[1...outside])
      }
      MapClip(box).pieces(of: line) { pieces.append(piece($0)) }
    }
    if !pieces.isEmpty {
      close(&pieces)
    } else if hasIslands {
      sea.append(corners)
    }
  }

  /// Whether the land is inside a ring: on the map, with y downward, the ring is then counterclockwise.
  private static func isIsland(_ ring: [MKMapPoint]) -> Bool {
    guard let first = ring.first else { return false }
    var sum = 0.0
    for (a, b) in zip(ring, ring.dropFirst()) {
      sum += (a.x - first.x) * (b.y - first.y) - (b.x - first.x) * (a.y - first.y)
    }
    return sum < 0
  }

  private var corners: [MKMapPoint] {
    [(box.minX, box.minY), (box.maxX, box.minY), (box.maxX, box.maxY), (box.minX, box.maxY)].map {
      MKMapPoint(x: $0.0, y: $0.1)
    }
  }

  /// A piece with ends on the edge: where the file cuts off a coast, it continues the shortest way to the
  /// edge.
  private func piece(_ line: [MKMapPoint]) -> Piece {
    var line = line
    if let first = line.first { line.insert(onEdge(first), at: 0) }
    if let last = line.last { line.append(onEdge(last)) }
    return Piece(line: line, start: turn(line[0]), end: turn(line[line.count - 1]))
  }

  private func onEdge(_ point: MKMapPoint) -> MKMapPoint {
    let ways = [point.x - box.minX, box.maxX - point.x, point.y - box.minY, box.maxY - point.y]
    switch ways.indices.min(by: { ways[$0] < ways[$1] }) {
    case 0: return MKMapPoint(x: box.minX, y: point.y)
    case 1: return MKMapPoint(x: box.maxX, y: point.y)
    case 2: return MKMapPoint(x: point.x, y: box.minY)
    default: return MKMapPoint(x: point.x, y: box.maxY)
    }
  }

  /// The position of a point along the edge, clockwise from the upper left corner; each side counts 1.
  private func turn(_ point: MKMapPoint) -> Double {
    let (width, height) = (box.maxX - box.minX, box.maxY - box.minY)
    if point.y == box.minY { return (point.x - box.minX) / width }
    if point.x == box.maxX { return 1 + (point.y - box.minY) / height }
    if point.y == box.maxY { return 2 + (box.maxX - point.x) / width }
    return 3 + (box.maxY - point.y) / height
  }

  /// Follows a coast, then the edge clockwise to the start of the next coast, until the ring closes.
  private mutating func close(_ pieces: inout [Piece]) {
    pieces.sort { ($0.start, $0.end) < ($1.start, $1.end) }
    for first in pieces.indices where !pieces[first].isUsed {
      var ring: [MKMapPoint] = []
      var index = first
      repeat {
        pieces[index].isUsed = true
        ring += pieces[index].line
        let end = pieces[index].end
        let next = StreetCoast.firstIndex(pieces, from: end)
        let goal = next < pieces.count ? pieces[next].start : pieces[0].start + 4
        for corner in 1...8 where Double(corner) > end && Double(corner) < goal {
          ring.append(corners[corner % 4])
        }
        index = next < pieces.count ? next : 0
      } while !pieces[index].isUsed
      sea.append(ring)
    }
  }

  /// The first piece that begins at or after this turn.
  private static func firstIndex(_ pieces: [Piece], from turn: Double) -> Int {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].start < turn { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
