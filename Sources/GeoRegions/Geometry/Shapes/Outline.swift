import GeoCore

/// The edges of a shape, in strips of longitude: answers whether they enclose a place, and how far away they
/// are.
///
/// Each strip lists the edges that pass through it contiguously, so that a query visits some ten of them. The
/// strips start at the west end of the shape. Longitudes are lifted so that a shape across the 180th meridian
/// stays in one piece. A shape that goes all around is cut at that meridian, where its edges are listed on
/// both sides.
///
/// Sendable because nothing changes after `init`, and `deinit` frees only memory that is no longer reachable.
final class Outline: @unchecked Sendable {
  /// The range of the edges' lifted longitudes.
  let west: Double
  let east: Double
  let south: Double
  let north: Double
  /// Whether the shape goes all around the earth.
  let isRound: Bool
  /// The number of edges, each counted once.
  let edgeCount: Int
  /// Strips per degree.
  let density: Double
  let stripCount: Int
  /// The start of each strip in `listed`, plus one entry for the end.
  let starts: UnsafeMutablePointer<UInt32>
  let listed: UnsafeMutablePointer<Edge>
  /// The part of the shape that each of `listed` belongs to; nil if there is only one part.
  let partOf: UnsafeMutablePointer<UInt32>?
  /// For each part, whether it holds the north pole.
  let holdsNorthPole: ContiguousArray<Bool>
  /// Whether a corner is at a pole, where all longitudes are one place.
  let touchesPole: (south: Bool, north: Bool)

  init(_ list: EdgeList, _ strips: EdgeStrips) {
    (west, east, south, north) = (list.west, list.east, list.south, list.north)
    isRound = list.isRound
    edgeCount = list.edges.count
    density = strips.density
    stripCount = strips.count
    starts = .allocate(capacity: strips.starts.count)
    starts.initialize(from: Array(strips.starts), count: strips.starts.count)
    let total = strips.members.count
    listed = .allocate(capacity: max(1, total))
    partOf = list.holdsNorthPole.count > 1 ? .allocate(capacity: max(1, total)) : nil
    for (i, member) in strips.members.enumerated() {
      (listed + i).initialize(to: list.edges[Int(member)])
      if let partOf { (partOf + i).initialize(to: list.parts[Int(member)]) }
    }
    holdsNorthPole = list.holdsNorthPole
    touchesPole = (list.south == -90, list.north == 90)
  }

  deinit {
    starts.deallocate()
    listed.deallocate()
    partOf?.deallocate()
  }

  /// All edges, each once; edges that cross the ends of a range all around the earth occur twice.
  var edges: ContiguousArray<Edge> {
    var all: ContiguousArray<Edge> = []
    all.reserveCapacity(edgeCount)
    for strip in 0..<stripCount {
      for i in Int(starts[strip])..<Int(starts[strip + 1]) where self.strip(listed[i].west) == strip {
        all.append(listed[i])
      }
    }
    return all
  }

  /// Whether a pole, at latitude ±90, is inside.
  func holdsPole(_ latitude: CLLocationDegrees) -> Bool {
    contains(CLLocationCoordinate2D(latitude: latitude, longitude: 0))
  }

  /// Returns the longitude in `west..<west + 360`.
  @inline(__always)
  func lift(_ longitude: CLLocationDegrees) -> Double {
    if longitude >= west { return longitude >= west + 360 ? longitude - 360 : longitude }
    let lifted = longitude + 360
    return lifted >= west ? lifted : lifted + 360
  }

  @inline(__always)
  func strip(_ x: Double) -> Int { max(0, min(stripCount &- 1, Int((x - west) * density))) }
}

extension Outline {
  /// Returns whether a valid coordinate lies inside a part or on an edge: exact in lifted longitudes, which
  /// are rounded to 3 nm for shapes across the 180th meridian.
  ///
  /// Counts the edges between the place and the north pole along its meridian: an odd number means the other
  /// side.
  func contains(_ place: CLLocationCoordinate2D) -> Bool {
    let y = place.latitude
    if abs(y) == 90, y < 0 ? touchesPole.south : touchesPole.north { return true }
    let x = lift(place.longitude)
    guard x <= east, stripCount > 0 else { return holdsNorthPole.contains(true) }
    let strip = strip(x)
    let range = Int(starts[strip])..<Int(starts[strip &+ 1])
    if let partOf { return contains(x, y, range, partOf) }
    var isInside = holdsNorthPole[0]
    for i in range {
      switch listed[i].crossing(ofX: x, y: y) {
      case .none: continue
      case .north: isInside.toggle()
      case .here: return true
      }
    }
    return isInside
  }

  /// The same for several parts: being inside one of them suffices.
  private func contains(
    _ x: Double, _ y: Double, _ range: Range<Int>, _ partOf: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    var part = UInt32.max
    var isInside = false
    for i in range {
      if partOf[i] != part {
        if isInside { return true }
        part = partOf[i]
        isInside = holdsNorthPole[Int(part)]
      }
      switch listed[i].crossing(ofX: x, y: y) {
      case .none: continue
      case .north: isInside.toggle()
      case .here: return true
      }
    }
    return isInside
  }
}
