import Testing

@testable import GeoCluster

/// Which partitions a worker takes and gives back (SC-42).
@Suite struct LeaseShareTests {
  @Test func aLoneWorkerTakesAll() {
    let share = LeaseShare(mine: [], others: [], workers: 1, partitions: 8, start: 7)
    #expect(share.take == [7, 0, 1, 2, 3, 4, 5, 6] && share.giveBack == nil)
  }

  @Test func whoHasTooManyGivesTheHighestBack() {
    let share = LeaseShare(mine: [0, 3, 5, 6, 7], others: [], workers: 2, partitions: 8)
    #expect(share.take.isEmpty && share.giveBack == 7)
  }

  @Test func onlyFreeOnesAreTakenUpToTheShare() {
    #expect(LeaseShare(mine: [1], others: [2, 3], workers: 3, partitions: 8).take == [0, 4])
    #expect(LeaseShare(mine: [1, 2, 3], others: [4, 5], workers: 3, partitions: 8).take.isEmpty)
    #expect(LeaseShare(mine: [], others: [0, 1], workers: 5, partitions: 2).take.isEmpty)
  }

  /// Workers come and go in any order: after some rounds each partition has one owner, and shares differ by one at most.
  @Test(arguments: 1...20) func sharesBecomeEven(_ seed: UInt64) {
    var dice = SplitMix(seed)
    var workers: [Int: Set<Int>] = [:]
    let partitions = Int(dice.next() % 60) + 4
    for event in 0..<12 {
      if workers.count > 1, dice.next() % 2 == 0, let gone = workers.keys.sorted().first {
        workers[gone] = nil
      } else {
        workers[event] = []
      }
      for _ in 0..<partitions + 3 {
        for (name, mine) in workers.sorted(by: { $0.key < $1.key }) {
          let others = workers.filter { $0.key != name }.reduce(into: Set<Int>()) { $0.formUnion($1.value) }
          let share = LeaseShare(
            mine: mine, others: others, workers: workers.count, partitions: partitions, start: name * 7)
          workers[name]?.formUnion(share.take)
          if let partition = share.giveBack { workers[name]?.remove(partition) }
        }
      }
      let all = workers.values.flatMap { $0 }
      #expect(all.count == partitions && Set(all).count == partitions)
      #expect(workers.values.allSatisfy { $0.count <= (partitions + workers.count - 1) / workers.count })
    }
  }

  private struct SplitMix {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var z = state
      z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
      return z ^ (z >> 31)
    }
  }
}
