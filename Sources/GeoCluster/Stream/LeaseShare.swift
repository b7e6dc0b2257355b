/// Which partitions a worker takes and gives back, so that all workers have the same number.
///
/// Each worker decides for itself from what it sees; who takes a free one first has it.
///
/// - Source: SC-42.
struct LeaseShare: Equatable {
  /// The free partitions to take.
  var take: [Int] = []
  /// The partition to give back; nil for none.
  var giveBack: Int?

  /// - Parameters:
  ///   - mine: the partitions of this worker, and `others` those of all others.
  ///   - workers: how many there are, with this one.
  ///   - start: where it begins to look for free ones, so that workers do not look for the same.
  init(mine: Set<Int>, others: Set<Int>, workers: Int, partitions: Int, start: Int = 0) {
    let share = (partitions + max(workers, 1) - 1) / max(workers, 1)
    guard mine.count <= share else {
      giveBack = mine.max()
      return
    }
    let all = (0..<partitions).map { ($0 + start) % partitions }
    take = Array(all.filter { !mine.contains($0) && !others.contains($0) }.prefix(share - mine.count))
  }
}
