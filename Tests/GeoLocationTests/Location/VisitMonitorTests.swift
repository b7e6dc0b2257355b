import GeoCore
import GeoTesting
import Testing

@testable import GeoLocation

@Suite struct VisitMonitorTests {
  /// A monitor that is fed places as meters east of 0°, 0° and writes down what it says.
  struct Watch {
    var monitor = VisitMonitor()
    var lines: [String] = []
    var events: [VisitMonitor.Event] = []

    mutating func fix(_ time: Double, _ east: Double, accuracy: Double = 5) {
      note(
        monitor.ingest(
          coordinate: CLLocationCoordinate2DMake(0, east / Phone.degree), horizontalAccuracy: accuracy,
          timestamp: time))
    }

    mutating func clock(_ time: Double) { note(monitor.advance(to: time)) }

    mutating func stay(_ times: ClosedRange<Int>, _ east: Double, every step: Int = 60) {
      for time in stride(from: times.lowerBound, through: times.upperBound, by: step) {
        fix(Double(time), east)
      }
    }

    private mutating func note(_ event: VisitMonitor.Event?) {
      guard let event else { return }
      events.append(event)
      func text(_ time: TimeInterval?) -> String { time.map { "\(Int($0))" } ?? "?" }
      lines.append("\(text(event.arrival)) – \(text(event.departure))")
    }
  }

  @Test func fiveMinutesWithinAHundredMetersAreAVisit() {
    var watch = Watch()
    watch.fix(0, -5000)
    watch.stay(100...340, 0)
    #expect(watch.lines.isEmpty && !watch.monitor.isStaying)
    watch.fix(400, 80)
    #expect(watch.lines == ["100 – ?"])
    #expect(watch.monitor.isStaying)
  }

  /// D2: a stay is found whatever the last steps on the way to it were.
  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func aStayIsFoundAtAnyApproach(seed: UInt64) {
    var random = SplitMix(state: seed)
    var watch = Watch()
    let accuracy = 5 + random.unit() * 55
    let step = 60 + random.unit() * 140
    for number in 0..<6 {
      watch.fix(Double(number) * 60, -step * Double(6 - number), accuracy: accuracy)
    }
    // Two hours in one place.
    for time in stride(from: 360.0, through: 7560, by: 60) { watch.fix(time, 0, accuracy: accuracy) }
    #expect(watch.monitor.isStaying, "step \(step) m, accuracy \(accuracy) m")
    let arrival = watch.events.last?.arrival ?? 0
    #expect((0...420).contains(arrival), "step \(step) m, accuracy \(accuracy) m: \(arrival)")
    // Two hours later it is left for good.
    watch.fix(7620, 5000, accuracy: accuracy)
    watch.fix(7740, 10_000, accuracy: accuracy)
    #expect(watch.events.last?.departure == 7620)
  }

  @Test func whereTheFirstFixIsTheArrivalIsNotKnown() {
    var watch = Watch()
    watch.stay(0...300, 0)
    #expect(watch.lines == ["? – ?"])
  }

  @Test func aDepartureIsDatedByTheFirstFixOutside() {
    var watch = Watch()
    watch.fix(0, -5000)
    watch.stay(100...700, 0)
    watch.stay(720...790, 150, every: 10)
    #expect(watch.lines == ["100 – ?", "100 – 720"])
    #expect(!watch.monitor.isStaying)
  }

  @Test func aFixFarAwayIsADepartureAtOnce() {
    var watch = Watch()
    watch.stay(0...300, 0)
    watch.fix(310, 300)
    #expect(watch.lines == ["? – ?", "? – 310"])
  }

  @Test func anOutlierEndsNoVisit() {
    var watch = Watch()
    watch.stay(0...300, 0)
    watch.fix(310, 200)
    watch.fix(320, 3)
    watch.stay(400...430, 190, every: 10)
    watch.fix(440, 2)
    #expect(watch.lines == ["? – ?"])
  }

  @Test func fixThatMayBeInsideIsNotADeparture() {
    var watch = Watch()
    watch.stay(0...300, 0)
    for time in stride(from: 310.0, through: 900, by: 10) { watch.fix(time, 400, accuracy: 350) }
    #expect(watch.lines == ["? – ?"])
    watch.fix(910, 4000, accuracy: 350)
    #expect(watch.lines == ["? – ?", "? – 910"])
  }

  @Test func coarseFixesMakeNoVisit() {
    var watch = Watch()
    for time in stride(from: 0.0, through: 3600, by: 60) { watch.fix(time, 0, accuracy: 500) }
    #expect(watch.lines.isEmpty)
    #expect(watch.monitor.snapshot.stay == nil)
  }

  @Test func aWalkIsNoVisit() {
    var watch = Watch()
    for second in 0...1200 { watch.fix(Double(second), Double(second) * 1.4) }
    #expect(watch.lines.isEmpty)
  }

  @Test func theClockTellsOfAnArrivalWhenThePhoneFallsSilent() {
    var watch = Watch()
    watch.fix(0, -5000)
    watch.fix(100, 0)
    #expect(watch.monitor.nextDeadline == nil)
    watch.fix(250, 10)
    #expect(watch.monitor.nextDeadline == 400)
    watch.clock(399)
    #expect(watch.lines.isEmpty)
    watch.clock(400)
    #expect(watch.lines == ["100 – ?"])
    #expect(watch.monitor.nextDeadline == nil)
  }

  @Test func singleFixIsNeverAStay() {
    var watch = Watch()
    watch.fix(0, 0)
    watch.clock(100_000)
    watch.fix(100_000, 50_000)
    #expect(watch.lines.isEmpty)
  }

  @Test func aGapCountsAsStayingWhenTheNextFixIsNear() {
    var watch = Watch()
    watch.fix(0, -5000)
    watch.fix(100, 0)
    watch.fix(30_000, 20)
    watch.fix(60_000, 2000)
    #expect(watch.lines == ["100 – ?", "100 – 60000"])
  }

  @Test func theNextVisitBeginsAfterTheDeparture() {
    var watch = Watch()
    watch.stay(0...600, 0)
    watch.stay(900...1500, 3000)
    watch.fix(1600, 9000)
    #expect(watch.lines == ["? – ?", "? – 900", "900 – ?", "900 – 1600"])
  }

  @Test func badFixesChangeNothing() {
    var watch = Watch()
    watch.stay(0...240, 0)
    let before = watch.monitor
    watch.fix(250, 0, accuracy: .nan)
    watch.fix(250, 0, accuracy: -1)
    watch.fix(.nan, 0)
    watch.fix(.infinity, 0)
    watch.fix(250, .nan)
    watch.fix(100, 9000)
    watch.clock(.nan)
    #expect(watch.monitor == before)
  }

  @Test func theSnapshotIsAllThereIs() {
    var watch = Watch()
    watch.stay(0...360, 0)
    watch.fix(370, 150)
    var restored = Watch()
    restored.monitor = VisitMonitor(snapshot: watch.monitor.snapshot)
    for east in [150.0, 152] {
      watch.fix(400 + east, east)
      restored.fix(400 + east, east)
    }
    #expect(restored.lines == ["? – 370"])
    #expect(restored.monitor == watch.monitor)
  }

  @Test func noDateStaysInTheFutureAfterAWrongClock() {
    var watch = Watch()
    watch.fix(0, -5000)
    watch.stay(100...160, 0)
    watch.fix(1_000_000, 1)
    #expect(watch.lines == ["100 – ?"])
    watch.monitor.rebase(to: 200)
    watch.fix(220, 2)
    watch.fix(300, 4000)
    #expect(watch.lines == ["100 – ?", "100 – 300"])
  }

  /// The same fixes as in algorithm 1 of Li et al. 2008, done by hand: a stay lasts from the first point near the
  /// anchor to the first one beyond.
  @Test func staysAreThoseOfTheStayPointAlgorithm() {
    var watch = Watch()
    let track: [(Double, Double)] = [
      (0, 0), (60, 800), (120, 1600), (180, 1620), (300, 1590), (480, 1610), (600, 1605), (660, 2500),
      (720, 3300), (780, 4000), (840, 4010), (1500, 4005), (1560, 5000),
    ]
    for (time, east) in track { watch.fix(time, east) }
    #expect(watch.lines == ["120 – ?", "120 – 660", "780 – ?", "780 – 1560"])
  }
}
