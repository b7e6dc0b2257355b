import GeoTesting
import Testing

@testable import GeoLocation

/// HO-15: a state keeps every event that waits, also where very many wait in disorder.
@Suite struct HeldEventsTests {
  @Test func aSnapshotHasAllEventsInOrder() {
    let policy = ReorderWindow.Policy(width: 1e6, isLive: false)
    var window = ReorderWindow(policy: policy)
    let times = (0..<3000).map { Double($0 * 1237 % 3000) }
    for time in times { _ = window.add(Phone.event(time)) }
    #expect(window.snapshot.held.map(\.event.timestamp) == times.sorted())
    var again = ReorderWindow(policy: policy, restoring: window.snapshot, hearsAgain: false)
    again.flush()
    var released: [Double] = []
    while let next = again.next() { released.append(next.event.timestamp) }
    #expect(released == times.sorted())
  }
}
