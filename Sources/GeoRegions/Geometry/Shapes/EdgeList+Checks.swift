extension EdgeList {
  /// Returns the flaw that two edges of a ring cross.
  func crossing(_ a: Int, _ b: Int) -> ShapeFlaw {
    let line = lines[Int(origins[a].line)]
    let end = lines.dropFirst(Int(origins[a].line) + 1).first?.first ?? corners.count
    func told(_ edge: Int) -> (number: UInt32, words: String) {
      let corner = Int(origins[edge].corner)
      let next = corner + 1 == end ? line.first : corner + 1
      let number = corners[corner].number
      return (number, "edge \(number) (from coordinate \(number) to \(corners[next].number))")
    }
    let (first, second) = (told(a), told(b))
    let ordered = first.number < second.number ? (first, second) : (second, first)
    return ShapeFlaw("\(line.name) crosses itself: \(ordered.0.words) and \(ordered.1.words)")
  }

  func areOfOneLine(_ a: Int, _ b: Int) -> Bool { origins[a].line == origins[b].line }

  /// Removes the edges along the 180th meridian that occur twice. Where a shape was cut there, these are
  /// seams, not edges (RFC 7946 §3.1.9); so is a way from there to a pole and back. Returns whether it
  /// removed any.
  mutating func joinAtSeam() -> Bool {
    func isSeam(_ edge: Edge) -> Bool { edge.x1 == edge.x2 && abs(edge.x1) == 180 }
    let seams = edges.indices.filter { isSeam(edges[$0]) }
    guard seams.count > 1 else { return false }
    let model = edges[seams[0]]
    let ends = seams.flatMap { [edges[$0].y1, edges[$0].y2] }.sorted()
    var kept: [(Double, Double)] = []
    for (low, high) in zip(ends, ends.dropFirst()) where low < high {
      let middle = low + (high - low) / 2
      let covering = seams.count { edges[$0].south <= middle && edges[$0].north >= middle }
      if !covering.isMultiple(of: 2) { kept.append((low, high)) }
    }
    let others = edges.indices.filter { !isSeam(edges[$0]) }
    edges = ContiguousArray(others.map { edges[$0] })
    parts = ContiguousArray(others.map { parts[$0] })
    // The remaining edges belong to no part, because no meridian crosses them.
    for (low, high) in kept {
      edges.append(Edge(x1: model.x1, y1: low, x2: model.x1, y2: high))
      parts.append(UInt32(holdsNorthPole.count))
    }
    if !kept.isEmpty { holdsNorthPole.append(false) }
    return true
  }

  /// Returns the flaw that a hole lies outside its part's outer ring; a hole that only extends beyond it is
  /// accepted.
  func strayHole() -> ShapeFlaw? {
    var outer = 0
    for (number, line) in lines.enumerated() {
      if line.name.ring == 0 {
        outer = number
        continue
      }
      let ring = edges[lines[outer].firstEdge..<lines[outer + 1].firstEdge]
      let end = number + 1 < lines.count ? lines[number + 1].firstEdge : edges.count
      let isInside = edges[line.firstEdge..<end].prefix(100).contains { corner in
        var isInside = lines[outer].holdsNorthPole
        for edge in ring {
          switch edge.crossing(ofX: corner.x1, y: corner.y1) {
          case .none: continue
          case .north: isInside.toggle()
          case .here: return true
          }
        }
        return isInside
      }
      if !isInside { return ShapeFlaw("\(line.name) lies outside its outer ring") }
    }
    return nil
  }
}

/// The name of a ring in messages.
struct RingName: CustomStringConvertible {
  /// Counted from 0.
  var part: Int
  var ring: Int
  var partCount: Int
  var line: String?

  var description: String {
    if let line { return line }
    let ring = ring == 0 ? "the outer ring" : "hole \(ring)"
    return partCount > 1 ? "\(ring) of part \(part + 1)" : ring
  }
}
