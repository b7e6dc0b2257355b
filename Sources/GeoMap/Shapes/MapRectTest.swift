/// Tests whether lines and areas meet a rect of the map; edges belong to both.
struct MapRectTest {
  private var minX: Double
  private let minY: Double
  private var maxX: Double
  private let maxY: Double

  private init(_ rect: MKMapRect, shift: Double) {
    minX = rect.minX + shift
    minY = rect.minY
    maxX = rect.maxX + shift
    maxY = rect.maxY
  }

  /// Whether `meets` holds for the rect moved by whole worlds to any place where it touches `bounds`.
  ///
  /// A shape that goes around the world more than ``mostTurns`` times counts as meeting it, without a test.
  ///
  /// - Errors: false for null rects and sides that are not finite.
  static func anywhere(
    _ rect: MKMapRect, _ bounds: MKMapRect, _ meets: (MapRectTest) -> Bool
  ) -> Bool {
    guard rect.minX.isFinite, rect.maxX.isFinite, rect.minY <= bounds.maxY, bounds.minY <= rect.maxY,
      bounds.minX.isFinite, bounds.maxX.isFinite
    else { return false }
    let world = MKMapSizeWorld.width
    let first = ((bounds.minX - rect.maxX) / world).rounded(.up)
    let last = ((bounds.maxX - rect.minX) / world).rounded(.down)
    guard last - first <= mostTurns else { return true }
    return stride(from: first, through: last, by: 1).contains {
      meets(MapRectTest(rect, shift: $0 * world))
    }
  }

  /// The maximum number of tested worlds: a few points may lie any number of worlds apart.
  private static let mostTurns = 64.0

  func moved(by shift: Double) -> MapRectTest {
    var copy = self
    copy.minX += shift
    copy.maxX += shift
    return copy
  }

  func meets(line: [MKMapPoint]) -> Bool {
    guard var a = line.first else { return false }
    // A line of one point is that point.
    if line.count == 1 { return meets(a, a) }
    for b in line.dropFirst() {
      if meets(a, b) { return true }
      a = b
    }
    return false
  }

  func meets(ring: [MKMapPoint]) -> Bool {
    guard var a = ring.last else { return false }
    for b in ring {
      if meets(a, b) { return true }
      a = b
    }
    return false
  }

  /// Whether the segment from `a` to `b` has a point in common with the rect.
  private func meets(_ a: MKMapPoint, _ b: MKMapPoint) -> Bool {
    guard max(a.x, b.x) >= minX, min(a.x, b.x) <= maxX, max(a.y, b.y) >= minY, min(a.y, b.y) <= maxY else {
      return false
    }
    // Its bounding box meets the rect: it misses the rect only if all corners lie on one side of it.
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    func side(_ x: Double, _ y: Double) -> Double { dx * (y - a.y) - dy * (x - a.x) }
    let sides = (side(minX, minY), side(maxX, minY), side(minX, maxY), side(maxX, maxY))
    return !(sides.0 > 0 && sides.1 > 0 && sides.2 > 0 && sides.3 > 0)
      && !(sides.0 < 0 && sides.1 < 0 && sides.2 < 0 && sides.3 < 0)
  }

  /// Whether a rect that meets no edge of the ring lies inside it.
  func isWithin(_ ring: [MKMapPoint]) -> Bool {
    guard var a = ring.last else { return false }
    var isInside = false
    for b in ring {
      if (a.y > minY) != (b.y > minY), minX < a.x + (minY - a.y) / (b.y - a.y) * (b.x - a.x) {
        isInside.toggle()
      }
      a = b
    }
    return isInside
  }
}
