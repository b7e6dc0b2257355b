import Geo

/// Makes areas of sea of coasts, which files have as lines only: land is on their left.
struct StreetCoast {
  /// Rings that enclose the sea, and within it land, by turns.
  private(set) var sea: [[MKMapPoint]] = []
  private let box: MapBox

  /// A piece of coast from edge to edge.
  private struct Piece {
    var line: [MKMapPoint]
    /// Where it begins and ends, see ``turn(_:)``.
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
        // From without the box on, or the piece that holds its first point would be cut in two.
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

  /// Whether the land is within a ring: on the map, whose y goes down, it then runs against the clock.
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

  /// A piece whose ends lie on the edge: where the file has no more of a coast it goes on the shortest way.
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

  /// How far along the edge a point of it is, with the clock from the upper left corner: each side counts 1.
  private func turn(_ point: MKMapPoint) -> Double {
    let (width, height) = (box.maxX - box.minX, box.maxY - box.minY)
    if point.y == box.minY { return (point.x - box.minX) / width }
    if point.x == box.maxX { return 1 + (point.y - box.minY) / height }
    if point.y == box.maxY { return 2 + (box.maxX - point.x) / width }
    return 3 + (box.maxY - point.y) / height
  }

  /// Goes along a coast, then with the clock along the edge to where the next one begins, until back.
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

  /// The first piece that begins there or after.
  private static func firstIndex(_ pieces: [Piece], from turn: Double) -> Int {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].start < turn { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
