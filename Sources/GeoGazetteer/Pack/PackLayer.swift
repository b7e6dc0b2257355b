import Geo

/// Places of kinds that are searched together.
struct PackLayer {
  let tree: PlaceTree
  let places: PackList<PackPlace>

  /// - Returns: nil if the sizes do not match.
  init?(nodes: UnsafeRawBufferPointer, leaves: UnsafeRawBufferPointer, places: UnsafeRawBufferPointer) {
    self.places = PackList(places)
    guard let tree = PlaceTree(nodes: nodes, leaves: leaves, count: self.places.count) else { return nil }
    self.tree = tree
  }

  /// The sections of a layer, and the order of its places.
  static func sections(_ places: [PackPlace]) -> (nodes: [UInt8], leaves: [UInt8], order: [Int32]) {
    let tree = PlaceTreeBuilder(places.map { PlaceTree.point($0.coordinate) })
    return (tree.nodes.packed, tree.leaves.packed, tree.order)
  }
}

/// Places whose home is one country.
struct HomeFilter: PackFilter {
  let places: PackList<PackPlace>
  let home: UInt16

  @inline(__always)
  func accepts(_ index: Int) -> Bool { places[index]?.home == home }
}

/// Places of one first-level area.
struct RegionFilter: PackFilter {
  let places: PackList<PackPlace>
  let region: UInt32

  @inline(__always)
  func accepts(_ index: Int) -> Bool { places[index]?.region == region }
}
