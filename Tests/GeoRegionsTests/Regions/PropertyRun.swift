import GeoCore
import GeoTesting
import Testing

@testable import GeoRegions

/// One device and the naive model beside it, with random regions, fixes, changes and restarts.
struct PropertyRun {
  private struct Line {
    var text: String
    var time: Double
    var duration: Double
  }

  let land: RegionOptionsPropertyTests.Landscape
  var random: SplitMix64
  var monitor = RegionMonitor(deviceName: "phone")
  var naive = NaiveRegionMonitor()
  var regions: [MonitoredRegion] = []
  var time = 1_772_359_200.0
  var clock = 1_772_359_200.0
  var place: CLLocationCoordinate2D
  var hasFailed = false
  var kinds: Set<RegionEvent.Kind> = []
  var others: [RegionSet] = []

  init(_ land: RegionOptionsPropertyTests.Landscape, _ seed: UInt64) {
    self.land = land
    random = SplitMix64(seed: seed)
    place = land.middle
    for number in 0..<14 { add(number) }
  }

  mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }

  mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  mutating func add(_ number: Int) {
    let region = makeRegion(number)
    regions.append(region)
    naive.add(region)
    monitor.monitor(monitor.regions.adding(region))
  }

  mutating func step(_ step: Int) {
    if step % 9 == 4 { change() }
    if chance(12) { restart() }
    if chance(25) {
      monitor.loseSignal()
      naive.loseSignal()
    }
    var said: [RegionEvent] = []
    var expected: [NaiveRegionMonitor.Happening] = []
    if chance(3) {
      // The clock continues without a fix, as the device serves it: deadline by deadline.
      clock += Double.random(in: 0...90, using: &random)
      while let due = monitor.nextDeadline, due <= clock { monitor.advance(to: due, into: &said) }
      expected = naive.advance(to: clock)
    } else {
      (said, expected) = fix()
    }
    compare(said, expected, step)
  }

  private mutating func fix() -> ([RegionEvent], [NaiveRegionMonitor.Happening]) {
    time = max(time, clock - (chance(6) ? Double.random(in: 0...200, using: &random) : 0))
    time += pick([0.0, 1, 5, 20, 60]) + Double.random(in: 0...2, using: &random)
    let before = clock
    clock = max(clock, time)
    var said: [RegionEvent] = []
    var expected: [NaiveRegionMonitor.Happening] = []
    if clock > before {
      while let due = monitor.nextDeadline, due <= clock { monitor.advance(to: due, into: &said) }
      expected = naive.advance(to: clock)
    }
    move()
    let seen = NaiveRegionMonitor.Seen(
      place: place, accuracy: pick([5.0, 5, 15, 40, 200]),
      altitude: chance(4) ? .nan : Double.random(in: 0...100, using: &random), time: time, received: clock)
    let fix = RegionFix(
      coordinate: place, accuracy: seen.accuracy, altitude: seen.altitude, timestamp: time, lag: clock - time)
    let isExplained = chance(3)
    let old = monitor
    if isExplained {
      let count = said.count
      let decisions = monitor.ingest(fix, explaining: .all, into: &said)
      check(decisions ?? [], old, said[count...])
    } else {
      monitor.ingest(
        coordinate: place, horizontalAccuracy: seen.accuracy, timestamp: time, altitude: seen.altitude,
        receivedAt: clock, into: &said)
    }
    expected += naive.take(seen)
    return (said, expected)
  }

  /// Each decision's rule agrees with what happened.
  private func check(_ decisions: [RegionDecision], _ old: RegionMonitor, _ events: ArraySlice<RegionEvent>) {
    #expect(decisions.count == monitor.regions.count)
    for decision in decisions {
      let before = old.state(of: decision.identifier)
      let own = events.filter { monitor.regions.identifier(at: $0.slot) == decision.identifier }
      #expect(decision.state == monitor.state(of: decision.identifier))
      switch decision.rule {
      case .settled: #expect(before == .unknown && decision.state != .unknown && own.isEmpty)
      case .entered:
        #expect((before == .outside || own.contains { $0.kind == .exit }) && decision.state == .inside)
      case .exited:
        #expect((before == .inside || own.contains { $0.kind == .enter }) && decision.state == .outside)
      case .passed: #expect(own.contains { $0.isCrossed })
      case .dwelled: #expect(own.map(\.kind) == [.dwell])
      case .held, .pending, .cancelled: #expect(own.isEmpty && before == decision.state)
      case .ignored: #expect(before == decision.state)
      case .unchanged: #expect(before == decision.state)
      }
      #expect(
        (decision.pending != nil) == (decision.rule == .pending) || decision.rule == .ignored
          || decision.rule == .passed || !own.isEmpty || before != decision.state, "\(decision)")
    }
  }

  private mutating func compare(
    _ said: [RegionEvent], _ expected: [NaiveRegionMonitor.Happening], _ step: Int
  ) {
    // A graze of a tenth of a millimeter may be reported either way.
    if naive.isAmbiguous {
      hasFailed = true
      return
    }
    var left = said.map { event in
      let name = monitor.regions.identifier(at: event.slot)
      return Line(
        text: "\(event.kind) \(name)\(event.isCrossed ? " crossed" : "")", time: event.timestamp,
        duration: event.visitDuration)
    }
    var right = expected.map {
      Line(
        text: "\($0.kind) \($0.name)\($0.isCrossed ? " crossed" : "")", time: $0.time, duration: $0.duration)
    }
    if left.map(\.text) != right.map(\.text) {
      // Two passes within a millisecond may be reported in either order.
      left.sort { $0.text < $1.text }
      right.sort { $0.text < $1.text }
    }
    #expect(left.map(\.text) == right.map(\.text), "step \(step)")
    hasFailed = left.map(\.text) != right.map(\.text)
    for (line, other) in zip(left, right) {
      #expect(abs(line.time - other.time) < 2e-3, "step \(step)")
      #expect(abs(line.duration - other.duration) < 4e-3, "step \(step)")
    }
    kinds.formUnion(said.map(\.kind))
    #expect(Set(monitor.insideRegions.map(\.identifier)) == naive.inside, "step \(step)")
    for number in 0..<18 {
      #expect(monitor.state(of: "r\(number)") == naive.state(of: "r\(number)"), "step \(step) r\(number)")
      if monitor.state(of: "r\(number)") != naive.state(of: "r\(number)") { hasFailed = true }
    }
  }

  private mutating func change() {
    var set = monitor.regions
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let number = Int.random(in: 0..<18, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        set = set.removing(identifier: "r\(number)")
        naive.remove("r\(number)")
      case 1:
        // The same again: nothing may change.
        let known = pick(regions)
        set = set.adding(known)
        naive.add(known)
      case 2:
        // Another device takes another way from the same set, so that the history forks.
        others.append(set.adding(makeRegion(number)))
      default:
        let region = makeRegion(number)
        regions.append(region)
        set = set.adding(region)
        naive.add(region)
      }
    }
    monitor.monitor(set)
  }

  /// The process ends, and another one continues with the saved state.
  private mutating func restart() {
    var set = RegionSet.empty
    for region in monitor.regions.regions { set = set.adding(region) }
    monitor = RegionMonitor(deviceName: "phone", regions: set, restoring: monitor.snapshot)
  }

  private mutating func move() {
    // Who stays dwells.
    if chance(3) { return }
    if chance(3) {
      // A hair's breadth from a threshold of a region.
      let region = pick(Array(monitor.regions.regions))
      let accuracy = pick([0.0, 5, 40])
      let threshold = pick([0, region.buffer + accuracy, region.enterThreshold - accuracy])
      let off = pick([-3.0, -1e-3, 1e-3, 3.0])
      place =
        Geodesic.direct(
          from: region.center, azimuth: Double.random(in: -180...180, using: &random),
          distance: max(0, region.radius + threshold + off)
        ).destination
    } else {
      place =
        Geodesic.direct(
          from: land.middle, azimuth: Double.random(in: -180...180, using: &random),
          distance: Double.random(in: 0...land.extent, using: &random)
        ).destination
    }
  }

  private mutating func makeRegion(_ number: Int) -> MonitoredRegion {
    let center = Geodesic.direct(
      from: land.middle, azimuth: Double.random(in: -180...180, using: &random),
      distance: Double.random(in: 0...land.extent, using: &random)
    ).destination
    let radius = Double.random(in: land.radii, using: &random)
    var options = RegionOptions()
    if !chance(3) {
      options.enterDelay = pick([0.0, 0, 10, 45])
      options.exitDelay = pick([0.0, 0, 10, 45])
      options.dwell = pick([nil, 0, 30, 100])
      options.accuracyMode = pick(RegionOptions.AccuracyMode.allCases)
      options.maximumError = 20
      options.minimumAccuracy = pick([nil, nil, 20, 50])
      options.detectsCrossing = chance(2)
      if chance(4) { options.altitudes = pick([10...40, 0...50, -100...20]) }
      if chance(4) {
        let from = Int.random(in: 0..<86400, using: &random)
        options.schedule = RegionSchedule(
          days: pick([.all, [.saturday, .sunday], .monday]), from: from,
          to: (from + Int.random(in: 600...80_000, using: &random)) % 86400,
          timeZone: pick([.utc, TimeZoneRules(name: "+05:45", offset: 20700)]))
      }
    }
    return MonitoredRegion(
      identifier: "r\(number)", center: center, radius: radius,
      desiredAccuracy: pick([-1.0, 0, 20, radius]), notifyOnEntry: !chance(10), notifyOnExit: !chance(10),
      options: options)
  }
}
