public import Geo

/// The contents of a file of streets, in compact arrays shared by threads.
public final class StreetData: Sendable {
  /// A place in quarters of a map point, 4 cm at the equator.
  typealias Place = SIMD2<Int32>

  /// A line, or an area of one or more rings.
  struct Shape {
    var kind: StreetKind
    var stratum: Int8
    /// Whether it is a ramp from a road of its kind to another.
    var isLink: Bool
    /// The index in ``names``; -1 for none.
    var name: Int32
    /// The range of rings in ``ringEnds``.
    var rings: Range<Int32>
    var least: Place
    var most: Place
  }

  /// A named place.
  struct Town {
    var place: Place
    var rank: Rank
    var people: Int
    var name: Int32
  }

  /// Kinds of named places, the largest first.
  enum Rank: UInt8 {
    case city, town, village, suburb, quarter, hamlet
  }

  /// Shapes ordered by kind, and within a kind so that near ones are adjacent.
  let shapes: [Shape]
  /// The end of each ring's places.
  let ringEnds: [Int32]
  let places: [Place]
  let names: [String]
  let towns: [Town]
  /// The range of each kind's shapes.
  private let parts: [Range<Int>]
  /// The bounds of each block of shapes.
  private let blocks: [(least: Place, most: Place)]
  /// The bounds of the file; shapes may extend beyond them.
  let bounds: MapBox?

  /// The part of the map that the file is about.
  public var area: MKMapRect? {
    bounds.map { MKMapRect(x: $0.minX, y: $0.minY, width: $0.maxX - $0.minX, height: $0.maxY - $0.minY) }
  }

  static let unit = 4.0
  private static let blockSize = 32

  init(
    shapes: [Shape], ringEnds: [Int32], places: [Place], names: [String], towns: [Town],
    bounds: MapBox?
  ) {
    let order = shapes.indices.sorted { a, b in
      let (left, right) = (StreetData.key(shapes[a]), StreetData.key(shapes[b]))
      return (left.0, left.1, a) < (right.0, right.1, b)
    }
    let sorted = order.map { shapes[$0] }
    self.shapes = sorted
    self.ringEnds = ringEnds
    self.places = places
    self.names = names
    self.towns = towns
    var start = 0
    parts = StreetKind.allCases.map { kind in
      var end = start
      while end < sorted.count, sorted[end].kind == kind { end += 1 }
      defer { start = end }
      return start..<end
    }
    func cover(_ part: ArraySlice<Shape>) -> (least: Place, most: Place)? {
      guard let first = part.first else { return nil }
      return part.reduce((first.least, first.most)) {
        (pointwiseMin($0.0, $1.least), pointwiseMax($0.1, $1.most))
      }
    }
    let size = StreetData.blockSize
    blocks = stride(from: 0, to: sorted.count, by: size).compactMap {
      cover(sorted[$0..<min($0 + size, sorted.count)])
    }
    self.bounds = bounds ?? cover(sorted[...]).map { StreetData.box($0.least, $0.most) }
  }

  /// The sort key: kind, then the position on a space-filling curve.
  private static func key(_ shape: Shape) -> (UInt8, UInt64) {
    func spread(_ value: Int32) -> UInt64 {
      var bits = UInt64(UInt32(bitPattern: value))
      for (shift, mask) in [
        (16, 0x0000_ffff_0000_ffff), (8, 0x00ff_00ff_00ff_00ff), (4, 0x0f0f_0f0f_0f0f_0f0f),
        (2, 0x3333_3333_3333_3333), (1, 0x5555_5555_5555_5555),
      ] as [(UInt64, UInt64)] {
        bits = (bits | bits << shift) & mask
      }
      return bits
    }
    let middle = shape.least &+ (shape.most &- shape.least) / 2
    return (shape.kind.rawValue, spread(middle.x) | spread(middle.y) << 1)
  }

  static func box(_ least: Place, _ most: Place) -> MapBox {
    MapBox(
      minX: Double(least.x) / unit, minY: Double(least.y) / unit, maxX: Double(most.x) / unit,
      maxY: Double(most.y) / unit)
  }

  static func point(_ place: Place) -> MKMapPoint {
    MKMapPoint(x: Double(place.x) / unit, y: Double(place.y) / unit)
  }

  static func place(_ point: MKMapPoint) -> Place {
    let most = MKMapSizeWorld.width * unit
    func step(_ value: Double) -> Int32 { Int32(min(max((value * unit).rounded(), 0), most)) }
    return Place(step(point.x), step(point.y))
  }

  /// Calls `body` with each shape of a kind that may be visible.
  func forEach(_ kind: StreetKind, within box: MapBox, _ body: (Shape) -> Void) {
    let part = parts[Int(kind.rawValue)]
    let size = StreetData.blockSize
    var index = part.lowerBound
    while index < part.upperBound {
      let block = index / size
      let end = min((block + 1) * size, part.upperBound)
      if StreetData.box(blocks[block].least, blocks[block].most).meets(box) {
        for shape in shapes[index..<end] where StreetData.box(shape.least, shape.most).meets(box) {
          body(shape)
        }
      }
      index = end
    }
  }

  func count(_ kind: StreetKind) -> Int { parts[Int(kind.rawValue)].count }

  func ring(_ index: Int32) -> ArraySlice<Place> {
    let start = index == 0 ? 0 : Int(ringEnds[Int(index) - 1])
    return places[start..<Int(ringEnds[Int(index)])]
  }

  func name(_ number: Int32) -> String? { number < 0 ? nil : names[Int(number)] }

  /// Whether a point lies within an area.
  func covers(_ shape: Shape, _ point: MKMapPoint) -> Bool {
    var isInside = false
    for index in shape.rings {
      let ring = ring(index)
      for (a, b) in zip(ring, ring.dropFirst()).lazy.map({ (StreetData.point($0), StreetData.point($1)) })
      where (a.y > point.y) != (b.y > point.y) {
        if a.x + (b.x - a.x) * ((point.y - a.y) / (b.y - a.y)) > point.x { isInside.toggle() }
      }
    }
    return isInside
  }
}
