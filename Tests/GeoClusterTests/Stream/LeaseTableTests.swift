import Testing

@testable import GeoCluster

/// What a loop may do under its leases (SC-40).
@Suite struct LeaseTableTests {
  private let table = LeaseTable()

  private func lease(_ epoch: UInt64, renewed: Double) -> LeaseTable.Lease {
    LeaseTable.Lease(epoch: epoch, number: epoch, value: "1 2 \(epoch)", renewed: renewed)
  }

  @Test func aLeaseHoldsForFiveSecondsAfterItsRenewal() {
    table.set(lease(7, renewed: 100), of: 3)
    #expect(table.holds(3, 7, at: 104.9) && !table.holds(3, 7, at: 105))
    #expect(!table.holds(3, 6, at: 101) && !table.holds(4, 7, at: 101))
    #expect(table.wanted(at: 101) == [3: 7] && table.wanted(at: 105).isEmpty)
  }

  /// Who has seen that it ended must not see it hold again.
  @Test func aLeaseThatHasEndedIsNotRenewed() {
    table.set(lease(7, renewed: 100), of: 3)
    #expect(table.renew(3, 8, sent: 104.8, now: 104.9))
    #expect(table.holds(3, 7, at: 109) && table.all[3]?.number == 8)
    // The request was in time, its answer was not.
    #expect(!table.renew(3, 9, sent: 109, now: 109.8))
    #expect(!table.holds(3, 7, at: 109.8) && table.all[3]?.number == 8)
    #expect(!table.renew(4, 9, sent: 1, now: 1))
  }

  @Test func onePartitionIsGivenBackAtATime() {
    for number in 0..<3 { table.set(lease(9, renewed: 100), of: number) }
    table.ask(toLeave: 2)
    table.ask(toLeave: 1)
    #expect(table.wanted(at: 101).keys.sorted() == [0, 1])
    #expect(table.leaving == [2: 9])
    // It may still be saved.
    #expect(table.holds(2, 9, at: 101))
    // Of an earlier lease.
    table.leave(2, 8)
    #expect(table.left.isEmpty)
    table.leave(2, 9)
    #expect(table.left == [2])
    table.remove(2)
    #expect(table.left.isEmpty && table.all.keys.sorted() == [0, 1])
    table.ask(toLeave: 1)
    #expect(table.wanted(at: 101).keys.sorted() == [0])
  }
}
