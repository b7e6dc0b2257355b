public import GeoCore

extension Antimeridian {
  /// Returns the parts without the seams along the meridian, so that no device leaves a region at a seam.
  ///
  /// If an edge on one side of the meridian lies opposite to an edge on the other side, both are removed and
  /// the pieces are joined. Parts without such edges stay unchanged. All parts stay unchanged if the
  /// remaining edges do not close to rings.
  public static func joined(_ parts: [[Ring]]) -> [[Ring]] {
    var seam = Seam()
    let touching = parts.indices.filter { index in parts[index].contains(where: hasEdgeOnIt) }
    let rings = touching.map { index in
      parts[index].enumerated().map { directed(planar: $1, counterclockwise: $0 == 0) }
    }
    for ring in rings.joined() { seam.addEdges(ring) }
    guard seam.isDouble else { return parts }
    var outer: [Ring] = []
    var holes: [Ring] = []
    for part in rings {
      for (index, ring) in part.enumerated() where !seam.cutRing(ring) {
        if index == 0 { outer.append(ring) } else { holes.append(ring) }
      }
    }
    guard let linked = seam.rings() else { return parts }
    for ring in linked {
      if isCounterclockwise(ring) { outer.append(ring) } else { holes.append(ring) }
    }
    guard !outer.isEmpty else { return parts }
    let others = parts.indices.filter { !touching.contains($0) }.map { parts[$0] }
    return Antimeridian.parts(outer, holes) + others
  }

  /// Returns the lines, with each line that begins where the previous one ends joined to it.
  public static func joined(lines: [[CLLocationCoordinate2D]]) -> [[CLLocationCoordinate2D]] {
    var joined: [[CLLocationCoordinate2D]] = []
    for line in lines {
      guard var last = joined.popLast() else {
        joined.append(line)
        continue
      }
      guard let end = last.last, let start = line.first, isSame(end, start) else {
        joined += [last, line]
        continue
      }
      if last.count > 1, line.count > 1, isCut(end, between: last[last.count - 2], and: line[1]) {
        last.removeLast()
      }
      joined.append(last + line.dropFirst())
    }
    return joined
  }

  static func isSame(_ a: CLLocationCoordinate2D, _ b: CLLocationCoordinate2D) -> Bool {
    a == b || (a.latitude == b.latitude && ((isOn(a) && isOn(b)) || abs(a.latitude) == 90))
  }

  private static func hasEdgeOnIt(_ ring: Ring) -> Bool {
    ring.indices.contains { isOn(ring[$0]) && isOn(ring[($0 + 1) % ring.count]) }
  }

  /// Directs a ring of a file, in which no edge crosses the meridian, so that its longitudes can be taken
  /// literally.
  private static func directed(planar ring: Ring, counterclockwise: Bool) -> Ring {
    var area = 0.0
    for (index, place) in ring.enumerated() {
      let before = ring[index == 0 ? ring.count - 1 : index - 1]
      area += (before.longitude - place.longitude) * (before.latitude + place.latitude)
    }
    return (area > 0) == counterclockwise ? ring : ring.reversed()
  }
}

/// The edges that lie on the meridian, and the paths between them.
private struct Seam {
  /// A stretch of the meridian between adjacent latitudes, with the direction of its edges.
  private struct Stretch {
    var eastUp = 0
    var eastDown = 0
    var westUp = 0
    var westDown = 0

    mutating func add(_ other: Stretch) {
      eastUp += other.eastUp
      eastDown += other.eastDown
      westUp += other.westUp
      westDown += other.westDown
    }
  }

  private var latitudes: Set<CLLocationDegrees> = []
  private var edges: [(from: CLLocationCoordinate2D, to: CLLocationCoordinate2D)] = []
  private var ways: [[CLLocationCoordinate2D]] = []

  private static func isEdge(_ a: CLLocationCoordinate2D, _ b: CLLocationCoordinate2D) -> Bool {
    Antimeridian.isOn(a) && a.longitude == b.longitude && a.latitude != b.latitude
  }

  /// Whether an edge has no length: both ends at a pole.
  private static func isPoint(_ a: CLLocationCoordinate2D, _ b: CLLocationCoordinate2D) -> Bool {
    abs(a.latitude) == 90 && a.latitude == b.latitude
  }

  mutating func addEdges(_ ring: Antimeridian.Ring) {
    for (index, place) in ring.enumerated() {
      let next = ring[(index + 1) % ring.count]
      guard Seam.isEdge(place, next) else { continue }
      edges.append((place, next))
      latitudes.formUnion([place.latitude, next.latitude])
    }
  }

  /// Whether edges of both sides overlap.
  var isDouble: Bool {
    stretches().contains { min($0.eastUp, $0.westDown) + min($0.eastDown, $0.westUp) > 0 }
  }

  /// Takes the paths of a ring between its edges on the meridian; returns false if it has no such edges.
  mutating func cutRing(_ ring: Antimeridian.Ring) -> Bool {
    func isBreak(_ index: Int) -> Bool {
      let (a, b) = (ring[index], ring[(index + 1) % ring.count])
      return Seam.isEdge(a, b) || Seam.isPoint(a, b)
    }
    guard let start = ring.indices.first(where: isBreak) else { return false }
    var way: [CLLocationCoordinate2D] = []
    for step in 1...ring.count {
      let index = (start + step) % ring.count
      way.append(ring[index])
      guard isBreak(index) else { continue }
      if way.count > 1 { ways.append(way) }
      way = []
    }
    return true
  }

  private func stretches() -> [Stretch] {
    let marks = latitudes.sorted()
    let places = Dictionary(uniqueKeysWithValues: marks.enumerated().map { ($1, $0) })
    // The starts and ends at each mark, summed along the meridian.
    var stretches = [Stretch](repeating: Stretch(), count: marks.count)
    for (from, to) in edges {
      guard let start = places[from.latitude], let end = places[to.latitude] else { continue }
      let way: WritableKeyPath<Stretch, Int> =
        from.longitude > 0 ? (start < end ? \.eastUp : \.eastDown) : (start < end ? \.westUp : \.westDown)
      stretches[min(start, end)][keyPath: way] += 1
      stretches[max(start, end)][keyPath: way] -= 1
    }
    for index in stretches.indices.dropFirst() { stretches[index].add(stretches[index - 1]) }
    return stretches.dropLast()
  }

  /// The stretches that no other edge overlaps, as paths of two places.
  private func single() -> [[CLLocationCoordinate2D]] {
    let marks = latitudes.sorted()
    return stretches().enumerated().flatMap { index, stretch in
      let outward = stretch.eastUp - stretch.westDown
      let inward = stretch.eastDown - stretch.westUp
      func ways(_ count: Int, up: Bool) -> [[CLLocationCoordinate2D]] {
        let isEast = count > 0
        let way = [marks[index], marks[index + 1]].map {
          CLLocationCoordinate2DMake($0, isEast ? 180 : -180)
        }
        return Array(repeating: up == isEast ? way : way.reversed(), count: abs(count))
      }
      return ways(outward, up: true) + ways(inward, up: false)
    }
  }

  /// The paths linked to rings; nil if a path has no successor.
  func rings() -> [Antimeridian.Ring]? {
    let ways = ways + single()
    var isUsed = [Bool](repeating: false, count: ways.count)
    var startsByLatitude: [CLLocationDegrees: [Int]] = [:]
    for (index, way) in ways.enumerated() {
      if let start = way.first { startsByLatitude[start.latitude, default: []].append(index) }
    }
    var rings: [Antimeridian.Ring] = []
    for first in ways.indices where !isUsed[first] {
      isUsed[first] = true
      var ring = ways[first]
      while let end = ring.last, let start = ring.first, !Antimeridian.isSame(end, start) {
        let next = startsByLatitude[end.latitude] ?? []
        // If several paths begin here, the one across the meridian: nothing is left along it.
        let across = next.firstIndex {
          !isUsed[$0] && Antimeridian.isSame(ways[$0][0], end) && ways[$0][0].longitude != end.longitude
        }
        let any = across ?? next.firstIndex { !isUsed[$0] && Antimeridian.isSame(ways[$0][0], end) }
        guard let place = any else { return nil }
        let index = next[place]
        startsByLatitude[end.latitude]?.remove(at: place)
        isUsed[index] = true
        ring += ways[index].dropFirst()
      }
      ring.removeLast()
      ring = Seam.withoutCuts(ring)
      if ring.count > 2 { rings.append(Antimeridian.begunInTheSouth(ring)) }
    }
    return rings
  }

  private static func withoutCuts(_ ring: Antimeridian.Ring) -> Antimeridian.Ring {
    ring.indices.filter { index in
      let before = ring[index == 0 ? ring.count - 1 : index - 1]
      return !Antimeridian.isCut(ring[index], between: before, and: ring[(index + 1) % ring.count])
    }.map { ring[$0] }
  }
}
