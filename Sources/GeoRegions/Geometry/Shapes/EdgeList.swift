import GeoCore

/// The edges of a shape under construction: rings and lines are read, lifted to one range of longitudes, and
/// checked.
struct EdgeList {
  var edges: ContiguousArray<Edge> = []
  /// The part of each edge.
  var parts: ContiguousArray<UInt32> = []
  /// For each part, whether it holds the north pole.
  var holdsNorthPole: ContiguousArray<Bool> = []
  /// Whether the edges go all around the earth.
  private(set) var isRound = false
  private(set) var west = 0.0
  private(set) var east = 0.0
  /// The flaw of the first ring without area; thrown if no other flaw is found.
  private(set) var areaFlaw: ShapeFlaw?
  private(set) var south = 0.0
  private(set) var north = 0.0

  /// The lines and rings so far, and their corners with the whole turns that lift each.
  private(set) var lines: ContiguousArray<Line> = []
  private(set) var corners: ContiguousArray<Corner> = []
  /// The line of each edge, and the corner where it begins.
  private(set) var origins: ContiguousArray<(line: UInt32, corner: UInt32)> = []

  struct Line {
    var first: Int
    var isClosed: Bool
    var part: UInt32
    /// Range of the lifted corners.
    var west: Double
    var east: Double
    /// How often a ring goes around the earth eastward.
    var winding: Int32
    var name: RingName
    var holdsNorthPole = false
    /// Index of its first edge.
    var firstEdge = 0
  }

  struct Corner {
    var longitude: Double
    var latitude: Double
    var turns: Int32
    /// Position in the shape as given, from 1.
    var number: UInt32

    func x(_ more: Int32) -> Double { longitude + 360 * Double(turns + more) }
  }

  /// The maximum number of coordinates of one shape.
  static let greatestCount = 4_000_000

  /// Adds an open line.
  mutating func addLine(_ path: [CLLocationCoordinate2D], _ name: RingName) throws(ShapeFlaw) {
    let first = corners.count
    try read(path, name, isClosed: false)
    guard corners.count - first >= 2 else {
      throw ShapeFlaw("\(name) needs at least two different coordinates")
    }
  }

  /// Adds a ring of a part; a ring around a pole changes whether the part holds the north pole.
  mutating func addRing(_ ring: [CLLocationCoordinate2D], _ name: RingName) throws(ShapeFlaw) {
    try read(ring, name, isClosed: true)
    let line = lines[lines.count - 1]
    let count = corners.count - line.first
    guard count >= 3 else {
      throw ShapeFlaw(
        "\(name) has \(count) different coordinate\(count == 1 ? "" : "s"); it needs at least three")
    }
    guard abs(line.winding) <= 1 else {
      throw ShapeFlaw("\(name) goes around the earth \(abs(line.winding)) times (at most once is allowed)")
    }
    let (area, terms) = area(of: line)
    if line.winding != 0 {
      // The area below the ring is its mean latitude · 360°.
      let isEven = abs(area) <= 1e-12 * terms
      if isEven ? line.winding > 0 : area * Double(line.winding) > 0 {
        holdsNorthPole[Int(line.part)].toggle()
        lines[lines.count - 1].holdsNorthPole = true
      }
    } else if abs(area) <= 1e-15 * terms, areaFlaw == nil {
      // A figure eight may have no area either, but its crossing is more informative.
      areaFlaw = ShapeFlaw(
        "\(name) has no area: its coordinates lie on one line, or its edges retrace themselves")
    }
  }

  private mutating func read(
    _ coordinates: [CLLocationCoordinate2D], _ name: RingName, isClosed: Bool
  ) throws(ShapeFlaw) {
    guard corners.count + coordinates.count <= Self.greatestCount else {
      throw ShapeFlaw("a shape can have at most \(Self.greatestCount) coordinates, this one has more")
    }
    let first = corners.count
    // Only for the first ring: reserving the exact size for each further one would reallocate every time.
    if first == 0 { corners.reserveCapacity(coordinates.count) }
    var turns: Int32 = 0
    var low = Double.infinity
    var high = -Double.infinity
    for (i, coordinate) in coordinates.enumerated() {
      guard CLLocationCoordinate2DIsValid(coordinate) else {
        throw ShapeFlaw(
          "coordinate \(i + 1) of \(name) is not a place on the earth: latitude \(coordinate.latitude), "
            + "longitude \(coordinate.longitude) (expected −90…90 and −180…180)")
      }
      if corners.count > first {
        let last = corners[corners.count - 1]
        if isSame(coordinate, last) { continue }
        turns += Self.turns(from: last.longitude, to: coordinate.longitude)
      }
      let corner = Corner(
        longitude: coordinate.longitude, latitude: coordinate.latitude, turns: turns, number: UInt32(i + 1))
      corners.append(corner)
      low = min(low, corner.x(0))
      high = max(high, corner.x(0))
    }
    var winding: Int32 = 0
    if isClosed, corners.count > first {
      while corners.count > first + 1, let last = corners.last,
        isSame(
          CLLocationCoordinate2D(latitude: last.latitude, longitude: last.longitude), corners[first])
      {
        corners.removeLast()
      }
      let last = corners[corners.count - 1]
      winding = last.turns + Self.turns(from: last.longitude, to: corners[first].longitude)
      high = max(high, corners[first].x(winding))
      low = min(low, corners[first].x(winding))
    }
    lines.append(
      Line(
        first: first, isClosed: isClosed, part: UInt32(name.part), west: low, east: high, winding: winding,
        name: name))
  }

  private func isSame(_ coordinate: CLLocationCoordinate2D, _ corner: Corner) -> Bool {
    coordinate.latitude == corner.latitude
      && (coordinate.longitude == corner.longitude
        || abs(coordinate.longitude) == 180 && abs(corner.longitude) == 180)
  }

  /// The whole turns that the shorter way from one longitude to another adds.
  private static func turns(from start: Double, to end: Double) -> Int32 {
    end - start > 180 ? -1 : end - start < -180 ? 1 : 0
  }

  /// The signed area in the plane of a ring, or below a ring around a pole; negative if counterclockwise.
  /// Also the sum of its terms' magnitudes, which bounds the rounding.
  private func area(of line: Line) -> (Double, terms: Double) {
    let level = line.winding == 0 ? corners[line.first].latitude : 0
    var sum = 0.0
    var terms = 0.0
    for i in line.first..<corners.count {
      let edge = edge(i, line, end: corners.count, 0)
      let middle = (edge.y1 - level) + (edge.y2 - level)
      sum += (edge.x2 - edge.x1) * middle
      terms +=
        abs(edge.x2 - edge.x1) * (abs(middle) + abs(level)) + (abs(edge.x1) + abs(edge.x2)) * abs(middle)
    }
    return (sum, terms)
  }

  /// The edge that begins at a corner, lifted by more turns.
  private func edge(_ corner: Int, _ line: Line, end: Int, _ more: Int32) -> Edge {
    let a = corners[corner]
    let isLast = corner + 1 == end
    let b = corners[isLast ? line.first : corner + 1]
    return Edge(x1: a.x(more), y1: a.latitude, x2: b.x(isLast ? more + line.winding : more), y2: b.latitude)
  }
}

extension EdgeList {
  /// Lays out all edges, lifted to `west...east`; call it once, after everything was added.
  mutating func layOut() {
    frame()
    edges.reserveCapacity(corners.count)
    parts.reserveCapacity(corners.count)
    origins.reserveCapacity(corners.count)
    south = .infinity
    north = -.infinity
    for (number, line) in lines.enumerated() {
      let end = number + 1 < lines.count ? lines[number + 1].first : corners.count
      lines[number].firstEdge = edges.count
      var turns = -Self.turnsBelow(line.west, west)
      for corner in line.first..<max(line.first, line.isClosed ? end : end - 1) {
        let origin = (line: UInt32(number), corner: UInt32(corner))
        if isRound { turns = -corners[corner].turns - (corners[corner].longitude == 180 ? 1 : 0) }
        let edge = edge(corner, line, end: end, turns)
        append(edge, line.part, origin)
        guard isRound else { continue }
        // An edge that crosses an end of the range is listed at both ends.
        if edge.east > west + 360 {
          append(self.edge(corner, line, end: end, turns - 1), line.part, origin)
        } else if edge.west < west {
          append(self.edge(corner, line, end: end, turns + 1), line.part, origin)
        }
      }
    }
    guard !edges.isEmpty else {
      (south, north) = (0, 0)
      return
    }
    guard !isRound else { return }
    // Taken from the edges, because lifting rounds.
    west = edges.reduce(.infinity) { min($0, $1.west) }
    east = edges.reduce(west) { max($0, $1.east) }
  }

  private mutating func append(_ edge: Edge, _ part: UInt32, _ origin: (line: UInt32, corner: UInt32)) {
    edges.append(edge)
    parts.append(part)
    origins.append(origin)
    south = min(south, edge.south)
    north = max(north, edge.north)
  }

  /// The whole turns to subtract so that a longitude lies in `west..<west + 360`, except for rounding.
  private static func turnsBelow(_ x: Double, _ west: Double) -> Int32 {
    Int32(((x - west) / 360 + 1e-12).rounded(.down))
  }

  /// Finds the widest range of longitudes without an edge; its eastern end becomes the west end.
  private mutating func frame() {
    west = -180
    east = 180
    isRound = lines.contains { $0.winding != 0 || $0.east - $0.west >= 360 }
    guard !isRound, !lines.isEmpty else { return }
    let spans = lines.map { line in
      let west = line.west - 360 * Double(Self.turnsBelow(line.west, -180))
      return (west: west, east: west + (line.east - line.west))
    }.sorted { $0.west < $1.west }
    // A span beyond +180° continues at the start of the range.
    var reached = spans.reduce(-Double.infinity) { max($0, $1.east) } - 360
    var widest = 0.0
    for span in spans {
      if span.west - reached > widest {
        widest = span.west - reached
        west = span.west
      }
      reached = max(reached, span.east)
    }
    isRound = widest <= 1e-9
    if isRound { west = -180 }
  }
}
