import GeoCore
import GeoRegions
import GeoTesting
import Testing

@testable import GeoLocation

/// Options of regions as an app on a device meets them.
@Suite struct RegionOptionsOnDeviceTests {
  func region(
    _ identifier: String, east: Double = 0, _ change: (inout RegionOptions) -> Void
  ) -> CLCircularRegion {
    let region = Phone.region(identifier, east: east)
    change(&region.options)
    return region
  }

  @Test func aDelayComesBeforeATimerDueAtTheSameTime() {
    let phone = Phone()
    phone.manager.startMonitoring(for: region("a") { $0.enterDelay = 30 })
    phone.fix(0, east: 1000)
    phone.device.clock.after(40) { phone.delegate.lines.append("timer") }
    phone.fix(10)
    phone.device.advance(to: 39)
    #expect(phone.delegate.lines == ["start a"])
    phone.device.advance(to: 100)
    #expect(phone.delegate.lines == ["start a", "enter a", "timer"])
    #expect(phone.delegate.reports.last?.time == 40)
  }

  @Test func dwellIsReportedOnceAVisitToEveryManager() {
    let phone = Phone()
    let second = CLLocationManager(device: phone.device)
    let other = RecordingDelegate()
    second.delegate = other
    phone.manager.startMonitoring(for: region("a") { $0.dwell = 60 })
    for (time, east) in [(0.0, 1000.0), (10, 0), (200, 10), (300, 1000)] { phone.fix(time, east: east) }
    #expect(phone.delegate.lines == ["start a", "enter a", "dwell a", "exit a"])
    #expect(other.lines == ["enter a", "dwell a", "exit a"])
    let reports = phone.delegate.reports.filter { $0.visit != 0 }
    #expect(Set(reports.map(\.visit)).count == 1 && reports.map(\.time) == [10, 70, 300])
    #expect(reports.map(\.visitDuration) == [0, 60, 290] && phone.device.crossings.dwells == 1)
  }

  @Test func optionsThatMakeNoSenseFailWithASentence() {
    let phone = Phone()
    let bad: [(inout RegionOptions) -> Void] = [
      { $0.enterDelay = -1 }, { $0.exitDelay = .nan }, { $0.dwell = .infinity }, { $0.dwell = -0.5 },
      { $0.maximumError = -1 }, { $0.minimumAccuracy = .nan }, { $0.accuracyMode = .clamp },
      { $0.schedule = RegionSchedule(days: []) }, { $0.schedule = RegionSchedule(from: -1) },
      { $0.schedule = RegionSchedule(from: RegionSchedule.day, to: 0) },
    ]
    for (number, change) in bad.enumerated() {
      phone.manager.startMonitoring(for: region("r\(number)", change))
    }
    phone.device.deliver()
    #expect(phone.delegate.errors.map(\.code) == Array(repeating: 5, count: bad.count))
    #expect(phone.manager.monitoredRegions.isEmpty)
    #expect(
      phone.delegate.errors[0].localizedDescription
        == "Region 'r0' must have an enterDelay of 0 s or more, got -1.0.")
    #expect(
      phone.delegate.errors[7].localizedDescription == "Region 'r7' has a schedule that has no day.")
  }

  @Test func aShapeWhoseReachIsAboveTheMaximumFails() throws {
    var profile = DeviceProfile(name: "small")
    profile.maximumRegionMonitoringDistance = 1000
    let phone = Phone(profile)
    let corridor = try CorridorShape(
      path: [CLLocationCoordinate2DMake(0, 0), CLLocationCoordinate2DMake(0, 0.1)], halfWidth: 10)
    phone.manager.startMonitoring(for: CorridorRegion(corridor, identifier: "long"))
    phone.device.deliver()
    #expect(phone.delegate.lines == ["monitoring failed long 5"])
    #expect(phone.delegate.errors[0].localizedDescription.hasPrefix("The reach of region 'long' is above"))
  }

  @Test func thePolicyOfAManagerHoldsForWhatItRegistersFromThenOn() {
    let phone = Phone()
    phone.manager.startMonitoring(for: Phone.region("guide"), desiredAccuracy: 50)
    phone.manager.regionPolicy = .apple
    phone.manager.startMonitoring(for: Phone.region("apple"), desiredAccuracy: 50)
    phone.manager.startMonitoring(for: region("longer") { $0.exitDelay = 60 }, desiredAccuracy: 500)
    phone.manager.regionPolicy = .raw
    let set = RegionSet.empty.adding(Phone.region("raw").monitored(desiredAccuracy: 50))
    phone.manager.startMonitoringForRegions(set)
    let found = phone.device.monitoredRegions
    #expect(found.map(\.identifier) == ["guide", "apple", "longer", "raw"])
    #expect(found.map(\.buffer) == [50, 200, 500, 0])
    #expect(found.map(\.options.enterDelay) == [0, 20, 20, 0])
    #expect(found.map(\.options.exitDelay) == [0, 20, 60, 0])
  }

  @Test func aJumpIsHeldAndDroppedWhereTheNextFixIsNotNearIt() {
    let phone = Phone()
    phone.manager.maximumSpeed = 50
    phone.manager.startUpdatingLocation()
    phone.manager.startMonitoring(for: Phone.region("far", east: 100_000))
    phone.fix(0)
    phone.fix(10, east: 100_000)
    #expect(phone.manager.location?.coordinate.longitude == 0)
    phone.fix(20, east: 100)
    #expect(phone.delegate.lines == ["start far", "update 0", "update 20"])
    #expect(phone.device.counts.fastFixes == 1)
  }

  @Test func aJumpIsUsedWhenTheNextFixConfirmsIt() {
    let phone = Phone()
    phone.manager.maximumSpeed = 50
    phone.manager.startUpdatingLocation()
    phone.manager.startMonitoring(for: Phone.region("far", east: 100_000))
    phone.fix(0)
    phone.fix(10, east: 100_000)
    phone.fix(20, east: 100_300)
    #expect(
      phone.delegate.lines == ["start far", "update 0", "enter far", "update 10", "exit far", "update 20"])
    #expect(phone.device.counts.fastFixes == 0)
  }

  @Test func theLowestMaximumSpeedOfLivingManagersHolds() {
    let phone = Phone()
    var second: CLLocationManager? = CLLocationManager(device: phone.device)
    second?.maximumSpeed = 10
    phone.manager.maximumSpeed = 100
    phone.fix(0)
    phone.fix(10, east: 500)
    #expect(phone.manager.location?.coordinate.longitude == 0)
    second = nil
    phone.fix(20, east: 900)
    #expect(phone.manager.location?.coordinate.longitude ?? 0 > 0)
    phone.manager.maximumSpeed = -1
    #expect(phone.manager.maximumSpeed == nil)
    phone.fix(30, east: 9e6)
    #expect(phone.device.counts.fastFixes == 0)
  }

  @Test func aJumpThatNothingFollowsIsDroppedAtTheEnd() {
    let phone = Phone()
    phone.manager.maximumSpeed = 50
    phone.fix(0)
    phone.fix(1, east: 9000)
    phone.device.flush()
    #expect(phone.device.counts.fastFixes == 1)
  }

  @Test func lateBufferedFixesAreAsLateWhenTheirDelayIsOver() {
    let phone = Phone()
    phone.manager.startMonitoring(for: region("a") { $0.enterDelay = 30 })
    phone.fix(0, east: 1000)
    var lateness: [Double] = []
    phone.delegate.onCallback = { _, _ in lateness.append(phone.device.currentLateness) }
    // Measured at 100, received at 2000: a report at 2030 would be a false alarm.
    phone.fix(2000, timestamp: 100)
    phone.device.advance(to: 3000)
    #expect(phone.delegate.lines.last == "enter a" && lateness.last == 2030 - 130)
    #expect(phone.device.currentLateness == 0)
  }

  @Test func aWrongDateKeepsWhatADelayHasToWait() {
    let phone = Phone()
    phone.manager.startMonitoring(for: region("a") { $0.enterDelay = 30 })
    phone.device.receive(Phone.event(100_000, east: 1000))
    phone.device.receive(Phone.event(100_010, east: 0))
    // Three older fixes in a row re-base the device at 1000; there are 30 s to wait from there.
    for time in [1000.0, 1001, 1002] { phone.device.receive(Phone.event(time, east: 0)) }
    phone.device.advance(to: 1029)
    #expect(phone.delegate.lines == ["start a"])
    phone.device.advance(to: 1030)
    #expect(phone.delegate.lines == ["start a", "enter a"])
  }

  @Test func aRegionRegisteredInACallbackSettlesAtTheNextFixWithItsDelays() {
    let phone = Phone()
    phone.manager.startUpdatingLocation()
    phone.delegate.onCallback = { line, manager in
      if line == "update 10" { manager.startMonitoring(for: region("a") { $0.enterDelay = 5 }) }
    }
    for (time, east) in [(0.0, 1000.0), (10, 0), (20, 1000), (30, 0)] { phone.fix(time, east: east) }
    phone.device.advance(to: 35)
    #expect(phone.delegate.lines.filter { $0.hasSuffix(" a") } == ["start a", "enter a"])
    #expect(phone.delegate.reports.last?.time == 35)
  }
}
