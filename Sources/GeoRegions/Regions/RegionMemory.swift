import Synchronization

/// The memory that all sets of regions of the process take: sets are shared, so it belongs to no device alone.
///
/// - Source: HO-156.
package enum RegionMemory {
  /// Approximate bytes of a region besides its identifier: its record, history and entries of the index, and what a
  /// device keeps for it. Measured with 650,000 circles on one device.
  package static let region = 300

  private static let total = Atomic<Int>(0)

  package static var bytes: Int { total.load(ordering: .relaxed) }

  static func add(_ bytes: Int) { total.add(bytes, ordering: .relaxed) }
}
