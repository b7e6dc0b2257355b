import GeoCore
import GeoTesting
import Testing

@testable import GeoRegions

@Suite struct RegionSetTests {
  private func circle(_ number: Int, radius: Double = 100) -> MonitoredRegion {
    MonitoredRegion(
      identifier: "r\(number)", center: CLLocationCoordinate2D(latitude: Double(number % 80), longitude: 0),
      radius: radius)
  }

  @Test func theSameRegistrationsLeadToTheSameSet() {
    let one = (0..<100).reduce(RegionSet.empty) { $0.adding(circle($1)) }
    let two = (0..<100).reduce(RegionSet.empty) { $0.adding(circle($1)) }
    #expect(one == two)
    #expect(RegionSet.empty.adding(contentsOf: (0..<100).map { circle($0) }) == one)
    #expect(one.removing(identifier: "r5") == two.removing(identifier: "r5"))
    #expect(one.adding(circle(200)) == two.adding(circle(200)))
    #expect(one.adding(circle(200)) != one.adding(circle(201)))
  }

  @Test func aSetNeverChanges() {
    let one = RegionSet.empty.adding(contentsOf: (0..<10).map { circle($0) })
    let less = one.removing(identifier: "r3")
    let more = one.adding(circle(10))
    let other = one.adding(circle(3, radius: 5))
    #expect(one.count == 10 && less.count == 9 && more.count == 11 && other.count == 10)
    #expect(one.slot(of: "r3") == 3)
    #expect(less.slot(of: "r3") == nil)
    #expect(more.slot(of: "r3") == 3)
    #expect(other.slot(of: "r3").map { other.region(at: $0).radius } == 5)
    #expect(one.regions.map(\.identifier) == (0..<10).map { "r\($0)" })
    #expect(other.regions.map(\.identifier) == [0, 1, 2, 4, 5, 6, 7, 8, 9, 3].map { "r\($0)" })
  }

  @Test func anEqualRegionOrAMissingOneChangesNothing() {
    let one = RegionSet.empty.adding(circle(1))
    #expect(one.adding(circle(1)) == one)
    #expect(one.removing(identifier: "r") == one)
    #expect(one.removing(identifier: "r11") == one)
    #expect(RegionSet.empty.removing(identifier: "x") == .empty)
  }

  @Test func identifiersAreComparedByteForByte() {
    var composed = circle(1)
    composed.identifier = "caf\u{e9}"
    var decomposed = circle(2)
    decomposed.identifier = "cafe\u{301}"
    #expect(RegionSet.empty.adding(composed).adding(decomposed).count == 2)
  }

  @Test func changingForEverKeepsTheHistoryShort() {
    var monitor = RegionMonitor(deviceName: "phone")
    monitor.monitor(RegionSet.empty.adding(contentsOf: (0..<20).map { circle($0, radius: 1000) }))
    var events: [RegionEvent] = []
    let place = CLLocationCoordinate2D(latitude: 7, longitude: 0)
    for step in 0..<20_000 {
      monitor.monitor(
        monitor.regions.removing(identifier: "r\(20 + (step + 9) % 10)").adding(circle(20 + step % 10)))
      if step % 10 == 0 {
        monitor.ingest(coordinate: place, horizontalAccuracy: 5, timestamp: Double(step), into: &events)
      }
    }
    #expect(monitor.regions.slotLimit < 5000)
    #expect(monitor.regions.count == 21)
    #expect(events.isEmpty)
    #expect(monitor.insideRegions.map(\.identifier) == ["r7"])
  }

  @Test func forksOfForksKeepWhatTheyHad() {
    var trunk = RegionSet.empty.adding(circle(0))
    for depth in 1..<40 {
      // The trunk's own log goes on elsewhere first, so each step forks it.
      _ = trunk.adding(circle(1000 + depth))
      let next = trunk.adding(circle(depth))
      #expect(next.count == depth + 1)
      trunk = next
      #expect((0...depth).allSatisfy { trunk.slot(of: "r\($0)") != nil })
    }
  }

  @Test func manyThreadsRegisteringTheSameMeetInOneSet() async {
    let sets = await withTaskGroup(of: RegionSet.self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<2000).reduce(RegionSet.empty) { $0.adding(self.circle($1)) } }
      }
      return await group.reduce(into: [RegionSet]()) { $0.append($1) }
    }
    // A race may end a task in a fork of its own, never in other regions.
    for set in sets { #expect(set.count == 2000) }
    #expect(Set(sets).count == 1)
  }

  @Test func devicesOnManyThreadsChangeOneSetEachForItself() async {
    let shared = RegionSet.empty.adding(contentsOf: (0..<500).map { circle($0) })
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          var random = SplitMix64(seed: UInt64(task / 2))
          var monitor = RegionMonitor(deviceName: "d\(task)")
          var naive = NaiveRegionMonitor()
          for number in 0..<500 { naive.add(self.circle(number)) }
          monitor.monitor(shared)
          var events: [RegionEvent] = []
          for step in 0..<300 {
            let number = Int.random(in: 0..<600, using: &random)
            let radius = Double.random(in: 10...100_000, using: &random)
            if number % 3 == 0 {
              monitor.monitor(monitor.regions.removing(identifier: "r\(number)"))
              naive.remove("r\(number)")
            } else {
              monitor.monitor(monitor.regions.adding(self.circle(number, radius: radius)))
              naive.add(self.circle(number, radius: radius))
            }
            let place = CLLocationCoordinate2D(latitude: .random(in: 0...80, using: &random), longitude: 0.1)
            monitor.ingest(coordinate: place, horizontalAccuracy: 5, timestamp: Double(step), into: &events)
            _ = naive.take(place)
            #expect(Set(monitor.insideRegions.map(\.identifier)) == naive.inside)
          }
        }
      }
    }
  }
}
