/// Which edges pass through which strip of longitudes, while an ``Outline`` is built.
struct EdgeStrips {
  private(set) var count: Int
  /// Strips per degree.
  private(set) var density: Double
  private(set) var starts: ContiguousArray<UInt32>
  /// Indexes of edges, strip by strip; within a strip by part.
  private(set) var members: ContiguousArray<UInt32>
  private let west: Double

  /// Makes one strip for every four edges, fewer if edges are so long that they would be listed too often.
  init(_ list: EdgeList) {
    west = list.west
    let edgeCount = list.edges.count
    count = edgeCount == 0 ? 0 : max(1, edgeCount / 4)
    density = 0
    starts = [0]
    members = []
    guard edgeCount > 0 else { return }
    let width = list.east - list.west
    let limit = 4 * edgeCount + 64
    while true {
      density = width > 0 ? Double(count) / width : 0
      let total = list.edges.reduce(0) { $0 + strip($1.east) - strip($1.west) + 1 }
      if total <= limit || count == 1 { break }
      count = max(1, min(count / 2, count * limit / total))
    }
    fill(list)
  }

  private func strip(_ x: Double) -> Int { max(0, min(count - 1, Int((x - west) * density))) }

  private mutating func fill(_ list: EdgeList) {
    starts = ContiguousArray(repeating: 0, count: count + 1)
    for edge in list.edges {
      for strip in strip(edge.west)...strip(edge.east) { starts[strip + 1] += 1 }
    }
    for strip in 0..<count { starts[strip + 1] += starts[strip] }
    members = ContiguousArray(repeating: 0, count: Int(starts[count]))
    var next = starts
    // Edges are ordered by part, except those that joining at the seam added, which belong to no part.
    for (i, edge) in list.edges.enumerated() {
      for strip in strip(edge.west)...strip(edge.east) {
        members[Int(next[strip])] = UInt32(i)
        next[strip] += 1
      }
    }
  }

  /// Returns two edges of one ring that cross, or nil.
  ///
  /// In each strip, edges are visited from the south, and each is compared with those that reach as far north
  /// as it begins. A ring that needs more than `most` pairs is accepted unchecked.
  func firstCrossing(_ list: EdgeList) -> (Int, Int)? {
    var budget = 50_000_000 + 100 * list.edges.count
    return list.edges.withUnsafeBufferPointer { edges in
      // One buffer for all strips.
      var sorted: ContiguousArray<UInt32> = []
      var active: ContiguousArray<UInt32> = []
      sorted.reserveCapacity(32)
      active.reserveCapacity(32)
      for strip in 0..<count {
        sorted.removeAll(keepingCapacity: true)
        sorted.append(contentsOf: members[Int(starts[strip])..<Int(starts[strip + 1])])
        sorted.sort { edges[Int($0)].south < edges[Int($1)].south }
        active.removeAll(keepingCapacity: true)
        for member in sorted {
          let edge = edges[Int(member)]
          var kept = 0
          // By index: an iterator would keep a second reference, so that each write copies.
          for i in active.indices {
            let other = active[i]
            let candidate = edges[Int(other)]
            guard candidate.north > edge.south else { continue }
            active[kept] = other
            kept += 1
            guard candidate.west < edge.east, edge.west < candidate.east, edge.crosses(candidate),
              list.areOfOneLine(Int(member), Int(other))
            else { continue }
            return (Int(other), Int(member))
          }
          active.removeLast(active.count - kept)
          active.append(member)
          budget -= kept
          if budget < 0 { return nil }
        }
      }
      return nil
    }
  }
}
