/// Sorts places into the order of a tree, and writes its nodes and leaves.
struct PlaceTreeBuilder {
  /// The numbers of the given places, in the order of the leaves.
  private(set) var order: [Int32]
  private(set) var nodes: [UInt32]
  private(set) var leaves: [Float]

  init(_ points: [SIMD3<Float>]) {
    let count = points.count
    let leafCount = PlaceTree.leafCount(count)
    let shift = leafCount.trailingZeroBitCount
    order = (0..<Int32(count)).map { $0 }
    nodes = [UInt32](repeating: 0, count: leafCount)
    // Unused slots of a leaf hold a point that is far from everything.
    leaves = [Float](repeating: 1e20, count: leafCount * 3 * PlaceTree.leafSize)
    order.withUnsafeMutableBufferPointer { order in
      points.withUnsafeBufferPointer { points in
        nodes.withUnsafeMutableBufferPointer { nodes in
          // All nodes of a level have the same number of leaves below them.
          for node in 1..<max(leafCount, 1) {
            let level = Int.bitWidth - 1 - node.leadingZeroBitCount
            let span = leafCount >> level
            let leaf = (node - 1 << level) * span
            let low = PlaceTree.start(ofLeaf: leaf, shift: shift, count: count)
            let middle = PlaceTree.start(ofLeaf: leaf + span / 2, shift: shift, count: count)
            let high = PlaceTree.start(ofLeaf: leaf + span, shift: shift, count: count)
            nodes[node] = PlaceTreeBuilder.divide(order, points, low, middle, high)
          }
        }
        for leaf in 0..<leafCount {
          let low = PlaceTree.start(ofLeaf: leaf, shift: shift, count: count)
          let high = PlaceTree.start(ofLeaf: leaf + 1, shift: shift, count: count)
          order[low..<high].sort()
        }
      }
    }
    for leaf in 0..<leafCount {
      let low = PlaceTree.start(ofLeaf: leaf, shift: shift, count: count)
      let high = PlaceTree.start(ofLeaf: leaf + 1, shift: shift, count: count)
      for (lane, place) in order[low..<high].enumerated() {
        for axis in 0..<3 {
          leaves[(leaf * 3 + axis) * PlaceTree.leafSize + lane] = points[Int(place)][axis]
        }
      }
    }
  }

  /// Splits places along their longest axis, and returns the node.
  private static func divide(
    _ order: UnsafeMutableBufferPointer<Int32>, _ points: UnsafeBufferPointer<SIMD3<Float>>,
    _ low: Int, _ middle: Int, _ high: Int
  ) -> UInt32 {
    guard low < high else { return 0 }
    var least = SIMD3<Float>(repeating: .infinity)
    var greatest = SIMD3<Float>(repeating: -.infinity)
    for index in low..<high {
      let point = points[Int(order[index])]
      least = pointwiseMin(least, point)
      greatest = pointwiseMax(greatest, point)
    }
    let extent = greatest - least
    let axis = extent.x >= extent.y && extent.x >= extent.z ? 0 : extent.y >= extent.z ? 1 : 2
    if middle > low, middle < high { select(order, points, axis, low, middle, high) }
    let value = middle < high ? points[Int(order[middle])][axis] : greatest[axis]
    return value.bitPattern & ~3 | UInt32(axis)
  }

  /// Moves the place with the rank `middle` to that index, smaller ones before it and greater ones after it.
  ///
  /// - Source: C. A. R. Hoare 1961, Algorithm 65: FIND; equal values are ordered by their numbers, so that
  ///   the result is deterministic.
  private static func select(
    _ order: UnsafeMutableBufferPointer<Int32>, _ points: UnsafeBufferPointer<SIMD3<Float>>, _ axis: Int,
    _ first: Int, _ middle: Int, _ end: Int
  ) {
    func isBefore(_ a: Int32, _ b: Int32) -> Bool {
      let (left, right) = (points[Int(a)][axis], points[Int(b)][axis])
      return left < right || (left == right && a < b)
    }
    var low = first
    var high = end - 1
    while low < high {
      let (a, b, c) = (order[low], order[low + (high - low) / 2], order[high])
      // The middle of three.
      let pivot =
        isBefore(a, b)
        ? (isBefore(b, c) ? b : isBefore(a, c) ? c : a)
        : (isBefore(a, c) ? a : isBefore(b, c) ? c : b)
      var left = low
      var right = high
      while left <= right {
        while isBefore(order[left], pivot) { left += 1 }
        while isBefore(pivot, order[right]) { right -= 1 }
        if left <= right {
          order.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if middle <= right { high = right } else if middle >= left { low = left } else { return }
    }
  }
}
