/// A line of a file of streets while reading.
struct StreetWay {
  var kind: StreetKind
  var stratum: Int8
  var isLink = false
  var name: Int32
  var nodes: [Int64] = []
  var places: [StreetData.Place] = []

  init(kind: StreetKind, stratum: Int8, name: Int32) {
    self.kind = kind
    self.stratum = stratum
    self.name = name
  }

  private var isClosed: Bool { nodes.count > 2 && nodes.first == nodes.last }

  /// The properties that must be equal for ways to be joined.
  private struct End: Hashable {
    var node: Int64
    var name: Int32
    var kind: StreetKind
    var stratum: Int8
    var isLink: Bool
  }

  private func end(_ node: Int64) -> End {
    End(node: node, name: name, kind: kind, stratum: stratum, isLink: isLink)
  }

  /// Appends a way that begins, or ends, where this one ends.
  private mutating func append(_ next: StreetWay) {
    let isForth = next.nodes.first == nodes.last
    if isForth {
      nodes += next.nodes.dropFirst()
      places += next.places.dropFirst()
    } else {
      nodes += next.nodes.reversed()[1...]
      places += next.places.reversed()[1...]
    }
  }

  /// Joins ways that continue each other: a street is split at each change of surface, and a name needs a
  /// long piece.
  ///
  /// Only coasts keep their direction: land is on their left.
  static func joined(_ ways: [StreetWay]) -> [StreetWay] {
    var ends: [End: [Int]] = [:]
    for (index, way) in ways.enumerated() where !way.isClosed {
      if let first = way.nodes.first { ends[way.end(first), default: []].append(index) }
      if let last = way.nodes.last, way.kind != .coast { ends[way.end(last), default: []].append(index) }
    }
    var isUsed = [Bool](repeating: false, count: ways.count)
    func next(_ end: End) -> Int? {
      while let index = ends[end]?.popLast() {
        if !isUsed[index] { return index }
      }
      return nil
    }
    /// Continues at the end as long as exactly one way follows.
    func extend(_ way: inout StreetWay) {
      while !way.isClosed, let last = way.nodes.last, let next = next(way.end(last)) {
        isUsed[next] = true
        way.append(ways[next])
      }
    }
    var found: [StreetWay] = []
    for index in startFirst(ways) where !isUsed[index] {
      isUsed[index] = true
      var way = ways[index]
      extend(&way)
      if way.kind != .coast, !way.isClosed {
        way.nodes.reverse()
        way.places.reverse()
        extend(&way)
      }
      found.append(way)
    }
    return found
  }

  /// The order in which ways are taken: first coasts that begin where no other one ends.
  private static func startFirst(_ ways: [StreetWay]) -> [Int] {
    let ended = Set(ways.lazy.filter { $0.kind == .coast }.compactMap(\.nodes.last))
    func isLater(_ index: Int) -> Bool {
      ways[index].kind == .coast && ways[index].nodes.first.map(ended.contains) == true
    }
    return ways.indices.filter { !isLater($0) } + ways.indices.filter(isLater)
  }

  /// The rings formed by edges of any direction; open ones are left out.
  static func rings(of edges: [StreetWay]) -> [[StreetData.Place]] {
    let same = edges.map { edge in
      var edge = edge
      (edge.kind, edge.stratum, edge.name, edge.isLink) = (.water, 0, -1, false)
      return edge
    }
    return joined(same).filter(\.isClosed).map(\.places)
  }
}

/// Orients rings, so that overlapping shapes fill their common area.
enum Turn {
  case outside, hole
}

extension [StreetData.Place] {
  /// The ring with its inside on the right, or on the left for a hole.
  func turned(_ turn: Turn) -> Self {
    guard let first else { return self }
    // A damaged vector tile has places further apart than an Int32 holds.
    let origin = SIMD2<Double>(first)
    var sum = 0.0
    for (a, b) in zip(self, dropFirst()) {
      let (a, b) = (SIMD2<Double>(a) - origin, SIMD2<Double>(b) - origin)
      sum += a.x * b.y - b.x * a.y
    }
    return (sum > 0) == (turn == .outside) ? self : reversed()
  }
}
