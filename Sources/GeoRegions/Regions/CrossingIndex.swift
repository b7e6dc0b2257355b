import GeoCore
import Glibc
import Synchronization

/// Finds the regions that a way may pass: a tree of balls in space, of those with `detectsCrossing` in one
/// set.
///
/// In space there are no poles and no 180th meridian. A place on a way of 2h meters is within h of its middle
/// in a straight line, because a straight line is never longer than a geodesic. So a region whose ball does
/// not meet the way's ball is not passed. If a way is longer than a ball, the way is halved; otherwise the
/// ball is opened.
final class CrossingIndex: Sendable {
  private struct Node {
    var ball: Ball
    /// The range in `slots`.
    var range: Range<Int>
    /// Nil for a leaf; the other child follows it.
    var children: (left: Int, right: Int)?
  }

  private struct Ball {
    var center: SIMD3<Double>
    var radius: Double

    func meets(_ other: Ball) -> Bool { length(center - other.center) <= radius + other.radius }
  }

  private let nodes: [Node]
  private let slots: [UInt32]
  private let balls: [Ball]

  /// Returns nil if no region detects crossings.
  init?(_ set: RegionSet) {
    var items: [(slot: UInt32, ball: Ball)] = []
    for slot in set.slotsWithOptions {
      let record = set.log.record(at: slot)
      guard record.options.detectsCrossing else { continue }
      items.append(
        (slot, Ball(center: record.center.inSpace, radius: record.radius + max(0, record.buffer))))
    }
    guard !items.isEmpty else { return nil }
    var nodes: [Node] = []
    _ = Self.build(&items, 0..<items.count, &nodes)
    self.nodes = nodes
    slots = items.map(\.slot)
    balls = items.map(\.ball)
  }

  /// Splits the items along their widest extent; returns the number of the node.
  private static func build(
    _ items: inout [(slot: UInt32, ball: Ball)], _ range: Range<Int>, _ nodes: inout [Node]
  ) -> Int {
    var low = items[range.lowerBound].ball.center
    var high = low
    for item in items[range] {
      low = pointwiseMin(low, item.ball.center)
      high = pointwiseMax(high, item.ball.center)
    }
    let center = (low + high) / 2
    let radius = items[range].reduce(0) { max($0, length($1.ball.center - center) + $1.ball.radius) }
    let number = nodes.count
    nodes.append(Node(ball: Ball(center: center, radius: radius), range: range, children: nil))
    guard range.count > 4 else { return number }
    let extent = high - low
    let axis = extent.x >= max(extent.y, extent.z) ? 0 : extent.y >= extent.z ? 1 : 2
    items[range].sort { ($0.ball.center[axis], $0.slot) < ($1.ball.center[axis], $1.slot) }
    let middle = (range.lowerBound + range.upperBound) / 2
    let left = build(&items, range.lowerBound..<middle, &nodes)
    let right = build(&items, middle..<range.upperBound, &nodes)
    nodes[number].children = (left, right)
    return number
  }

  /// Returns the slots of the regions that the way may pass, ascending.
  func slots(near path: RegionPath) -> [UInt32] {
    var found: Set<UInt32> = []
    visit(at: 0, path, 0, path.length, &found)
    return found.sorted()
  }

  private func visit(
    at number: Int, _ path: RegionPath, _ from: Double, _ to: Double, _ found: inout Set<UInt32>
  ) {
    let node = nodes[number]
    let half = (to - from) / 2
    // A millimeter for rounding.
    let way = Ball(center: path.place(at: from + half).inSpace, radius: half + 1e-3)
    guard way.meets(node.ball) else { return }
    if half > node.ball.radius {
      visit(at: number, path, from, from + half, &found)
      visit(at: number, path, from + half, to, &found)
    } else if let children = node.children {
      visit(at: children.left, path, from, to, &found)
      visit(at: children.right, path, from, to, &found)
    } else {
      for i in node.range where way.meets(balls[i]) { found.insert(slots[i]) }
    }
  }
}

private func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }

extension CLLocationCoordinate2D {
  /// The place in meters from the center of the earth: toward 0°, 0°; 0°, 90°; the north pole.
  fileprivate var inSpace: SIMD3<Double> {
    let radian = Double.pi / 180
    let sine = sin(latitude * radian)
    let normal = WGS84.a / (1 - WGS84.e2 * sine * sine).squareRoot()
    let flat = normal * cos(latitude * radian)
    return SIMD3(
      flat * cos(longitude * radian), flat * sin(longitude * radian), normal * (1 - WGS84.e2) * sine)
  }
}

extension RegionIndex {
  /// Returns the index that finds the regions that a way passes; `set` is the set that this index covers.
  func crossings(of set: RegionSet) -> CrossingIndex? {
    crossings.withLock { known in
      if let known { return known }
      let made = CrossingIndex(set)
      known = .some(made)
      return made
    }
  }
}

extension RegionSet {
  /// Whether any region may have options; a removed region still counts.
  var mayHaveOptions: Bool {
    var log: RegionLog? = self.log
    var limit = slotLimit
    while let here = log {
      if here.state.withLock({ ($0.slotsWithOptions.first ?? .max) < limit }) { return true }
      limit = min(limit, here.firstSlot)
      log = here.prefix
    }
    return false
  }

  /// The slots of the regions with options, ascending.
  var slotsWithOptions: [UInt32] {
    var slots: [UInt32] = []
    var log: RegionLog? = self.log
    while let here = log {
      slots += here.state.withLock { $0.slotsWithOptions }
      log = here.prefix
    }
    return slots.filter { $0 < slotLimit && self.log.isLive($0, at: position) }.sorted()
  }
}
