import CMachine
import Geo

/// Finds the nearest places with a k-d tree of points in space around the center of the earth.
///
/// A complete binary tree: node `i` has the nodes `2i` and `2i + 1` below it, the leaves are those of the
/// last level. A node is the value at which it divides, a 32-bit number whose two lowest bits give the axis.
/// A leaf is three times eight numbers: x, y and z of up to eight places. Leaf `l` of `L` holds the places
/// from `l·n/L` to `(l + 1)·n/L`, so no index is stored.
///
/// - Invariant: `nodes` holds one word, and `leaves` 96 bytes, for each leaf, as `init` has checked; both
///   belong to a ``PackBytes`` that outlives the tree. Their contents are not trusted: wrong values change
///   only the results.
struct PlaceTree {
  let count: Int
  private let leafCount: Int
  private let shift: Int
  private let nodes: UnsafeRawPointer
  private let leaves: UnsafeRawPointer

  static let leafSize = 8
  static let leafLength = 3 * leafSize * MemoryLayout<Float>.size
  /// The rounding error of stored points and of nodes' values: a 32-bit number has steps of half a meter
  /// there, four where two bits are taken from it.
  static let rounding: Float = 2

  /// - Returns: nil if the sizes do not match.
  init?(nodes: UnsafeRawBufferPointer, leaves: UnsafeRawBufferPointer, count: Int) {
    let leafCount = PlaceTree.leafCount(count)
    guard nodes.count == leafCount * MemoryLayout<UInt32>.size,
      leaves.count == leafCount * PlaceTree.leafLength, let firstNode = nodes.baseAddress,
      let firstLeaf = leaves.baseAddress
    else { return nil }
    self.count = count
    self.leafCount = leafCount
    shift = leafCount.trailingZeroBitCount
    (self.nodes, self.leaves) = (firstNode, firstLeaf)
  }

  static func leafCount(_ count: Int) -> Int {
    var leaves = 1
    while leaves * leafSize < count { leaves *= 2 }
    return leaves
  }

  @inline(__always)
  static func start(ofLeaf leaf: Int, shift: Int, count: Int) -> Int { (leaf &* count) >> shift }

  /// A subtree still to be searched.
  private struct Pending {
    var node: Int
    /// Its minimum distance along each axis, and the squared total.
    var gaps: SIMD4<Float>
    var squared: Float
  }

  /// How many levels above the leaves to prefetch them: eight leaves are twelve cache lines.
  private static let fetchedLevels = 3

  /// Passes every place nearer than the collector's bound to it, and possibly some farther ones.
  ///
  /// First descends to the point's leaf and notes the distance to each split. The other sides are searched on
  /// the way back if they are still near enough, which most are not.
  @inline(__always)
  func search<Collector: PackCollector>(_ point: SIMD3<Float>, _ collector: inout Collector) {
    guard count > 0 else { return }
    // At most one entry per level, and fewer than 64 levels.
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 64) { differences in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: 4) { axes in
        guard let differences = differences.baseAddress, let axes = axes.baseAddress else { return }
        (axes[0], axes[1], axes[2], axes[3]) = (point.x, point.y, point.z, 0)
        let fetching = leafCount >> PlaceTree.fetchedLevels
        var node = 1
        var level = 0
        while node < leafCount {
          if node >= fetching, node < 2 &* fetching { fetch(below: node, PlaceTree.fetchedLevels) }
          let word = nodes.loadUnaligned(fromByteOffset: node &* 4, as: UInt32.self)
          let difference = axes[Int(word & 3)] - Float(bitPattern: word & ~3)
          differences[level] = difference
          level &+= 1
          node = 2 &* node &+ (difference >= 0 ? 1 : 0)
        }
        scan(into: node &- leafCount, point, &collector)
        while level > 0 {
          level &-= 1
          let gap = max(0, abs(differences[level]) - PlaceTree.rounding)
          if gap * gap < collector.bound { search(below: node ^ 1, gap, axes, point, &collector) }
          node >>= 1
        }
      }
    }
  }

  /// Searches the other side of a node's parent.
  @inline(__always)
  private func search<Collector: PackCollector>(
    below top: Int, _ gap: Float, _ axes: UnsafeMutablePointer<Float>, _ point: SIMD3<Float>,
    _ collector: inout Collector
  ) {
    withUnsafeTemporaryAllocation(of: Pending.self, capacity: 64) { pending in
      guard let pending = pending.baseAddress else { return }
      let parent = nodes.loadUnaligned(fromByteOffset: (top >> 1) &* 4, as: UInt32.self)
      var next = Pending(node: top, gaps: .zero, squared: gap * gap)
      next.gaps[Int(parent & 3)] = gap
      var depth = 0
      while true {
        while next.node < leafCount {
          let word = nodes.loadUnaligned(fromByteOffset: next.node &* 4, as: UInt32.self)
          let difference = axes[Int(word & 3)] - Float(bitPattern: word & ~3)
          let isBeyond = difference >= 0 ? 1 : 0
          let gap = max(0, abs(difference) - PlaceTree.rounding)
          if gap * gap < collector.bound {
            let gaps = next.gaps.replacing(with: gap, where: SIMD4<UInt32>(0, 1, 2, 3) .== word & 3)
            let squared = (gaps * gaps).sum()
            if squared < collector.bound {
              pending[depth] = Pending(node: 2 &* next.node &+ (1 &- isBeyond), gaps: gaps, squared: squared)
              depth &+= 1
            }
          }
          next.node = 2 &* next.node &+ isBeyond
        }
        scan(into: next.node &- leafCount, point, &collector)
        repeat {
          guard depth > 0 else { return }
          depth &-= 1
          next = pending[depth]
        } while !(next.squared < collector.bound)
      }
    }
  }

  /// Prefetches the leaves below a node; the steps down to them take about as long as the fetch.
  @inline(__always)
  private func fetch(below node: Int, _ levels: Int) {
    let first = leaves + ((node << levels) &- leafCount) &* PlaceTree.leafLength
    for line in 0..<(PlaceTree.leafLength << levels) / 64 { machineWillRead(first + line &* 64) }
  }

  @inline(__always)
  private func scan<Collector: PackCollector>(
    into leaf: Int, _ point: SIMD3<Float>, _ collector: inout Collector
  ) {
    let place = leaves + leaf &* PlaceTree.leafLength
    let x = place.loadUnaligned(as: SIMD8<Float>.self) - point.x
    let y = place.loadUnaligned(fromByteOffset: 32, as: SIMD8<Float>.self) - point.y
    let z = place.loadUnaligned(fromByteOffset: 64, as: SIMD8<Float>.self) - point.z
    let squared = x * x + y * y + z * z
    let (low, high) = (squared.lowHalf, squared.highHalf)
    let four = low.replacing(with: high, where: high .< low)
    let least = min(min(four.x, four.y), min(four.z, four.w))
    guard least < collector.bound else { return }
    let first = PlaceTree.start(ofLeaf: leaf, shift: shift, count: count)
    let end = PlaceTree.start(ofLeaf: leaf &+ 1, shift: shift, count: count)
    withUnsafeTemporaryAllocation(of: SIMD8<Float>.self, capacity: 1) { lanes in
      guard let start = lanes.baseAddress else { return }
      start.initialize(to: squared)
      let squares = UnsafeRawPointer(start).assumingMemoryBound(to: Float.self)
      // The nearest first: the others then rarely count.
      var nearest = 0
      while nearest < PlaceTree.leafSize &- 1, squares[nearest] != least { nearest &+= 1 }
      if first &+ nearest < end { collector.offer(first &+ nearest, least) }
      for lane in 0..<min(end &- first, PlaceTree.leafSize) where squares[lane] < collector.bound {
        if lane != nearest { collector.offer(first &+ lane, squares[lane]) }
      }
    }
  }

  static func point(_ coordinate: CLLocationCoordinate2D) -> SIMD3<Float> {
    let position = WGS84.geocentric(coordinate)
    return SIMD3(Float(position.x), Float(position.y), Float(position.z))
  }
}
