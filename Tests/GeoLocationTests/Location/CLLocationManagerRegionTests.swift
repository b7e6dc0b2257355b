import GeoCore
import GeoRegions
import GeoTesting
import Testing

@testable import GeoLocation

@Suite struct CLLocationManagerRegionTests {
  @Test func crossingsAreReportedButNotBeingInsideAtRegistration() {
    let phone = Phone()
    phone.manager.startMonitoring(for: Phone.region("a"), desiredAccuracy: kCLLocationAccuracyBest)
    for (time, east) in [(1.0, 0.0), (2, 200), (3, 0)] { phone.fix(time, east: east) }
    #expect(phone.delegate.lines == ["start a", "exit a", "enter a"])
  }

  @Test func forOneFixExitsThenEntersEachByIdentifierThenTheUpdate() {
    let phone = Phone()
    phone.delegate.callbacks.remove(.didStartMonitoringForRegion)
    phone.manager.startUpdatingLocation()
    for identifier in ["d", "b"] { phone.manager.startMonitoring(for: Phone.region(identifier)) }
    for identifier in ["c", "a"] { phone.manager.startMonitoring(for: Phone.region(identifier, east: 1000)) }
    phone.fix(1)
    phone.fix(2, east: 1000)
    #expect(phone.delegate.lines == ["update 1", "exit b", "exit d", "enter a", "enter c", "update 2"])
  }

  @Test func everyManagerWithADelegateHearsOfACrossing() {
    let phone = Phone()
    let second = CLLocationManager(device: phone.device)
    let other = RecordingDelegate()
    second.delegate = other
    phone.manager.startMonitoring(for: Phone.region("a"))
    phone.fix(1, east: 1000)
    phone.fix(2)
    #expect(phone.delegate.lines == ["start a", "enter a"])
    #expect(other.lines == ["enter a"])
  }

  @Test func queuedEventsOfAStoppedRegionAreDropped() {
    let phone = Phone()
    phone.manager.startMonitoring(for: Phone.region("a"))
    phone.manager.startMonitoring(for: Phone.region("b"))
    phone.fix(1, east: 1000)
    phone.delegate.onCallback = { line, manager in
      if line == "enter a" { manager.stopMonitoring(for: Phone.region("b")) }
    }
    phone.fix(2)
    #expect(phone.delegate.lines == ["start a", "start b", "enter a"])
  }

  @Test func stoppedRegionsReportOnlyLaterEvents() {
    let phone = Phone()
    phone.delegate.callbacks.insert(.didDetermineState)
    let names = (0..<20_000).map { "r\($0)" }
    phone.manager.startUpdatingLocation()
    phone.delegate.onCallback = { line, manager in
      guard line == "update 1" else { return }
      for name in names { manager.startMonitoring(for: Phone.region(name)) }
      for name in names { manager.requestState(for: Phone.region(name)) }
      for name in names.dropFirst() { manager.stopMonitoring(for: Phone.region(name)) }
      manager.startMonitoring(for: Phone.region("r7"))
      #expect(phone.device.waitingCount == 3)
    }
    phone.fix(1)
    #expect(phone.delegate.lines == ["update 1", "start r0", "start r7"])
    phone.fix(2)
    #expect(phone.delegate.lines.dropFirst(3) == ["state r0 inside", "update 2"])
  }

  @Test func monitoringFailureIsReportedEvenWhenThousandsAreStopped() {
    let phone = Phone()
    for number in 0..<100 { phone.manager.startMonitoring(for: Phone.region("r\(number)")) }
    phone.manager.startMonitoring(for: Phone.region("r1", radius: -1))
    for number in 0..<100 { phone.manager.stopMonitoring(for: Phone.region("r\(number)")) }
    phone.device.deliver()
    #expect(phone.delegate.lines == ["monitoring failed r1 5"])
  }

  @Test func aRegionRegisteredWhileAFixIsHandledSettlesAtTheNext() {
    let phone = Phone()
    phone.delegate.callbacks.insert(.didDetermineState)
    phone.manager.startUpdatingLocation()
    phone.delegate.onCallback = { line, manager in
      guard line == "update 1" else { return }
      manager.startMonitoring(for: Phone.region("a"))
      manager.requestState(for: Phone.region("a"))
    }
    phone.fix(1)
    #expect(phone.delegate.lines == ["update 1", "start a"])
    phone.fix(2)
    #expect(phone.delegate.lines == ["update 1", "start a", "state a inside", "update 2"])
  }

  @Test func stateIsReportedOnlyToRequesters() {
    let phone = Phone()
    let second = CLLocationManager(device: phone.device)
    let other = RecordingDelegate()
    phone.delegate.callbacks.insert(.didDetermineState)
    other.callbacks.insert(.didDetermineState)
    second.delegate = other
    phone.manager.startMonitoring(for: Phone.region("a"))
    second.requestState(for: Phone.region("a"))
    phone.fix(1)
    #expect(phone.delegate.lines == ["start a"])
    #expect(other.lines == ["state a inside"])
    phone.manager.requestState(for: Phone.region("a"))
    phone.device.deliver()
    #expect(phone.delegate.lines == ["start a", "state a inside"])
    #expect(other.lines == ["state a inside"])
  }

  /// RG-22; Apple's reference of `locationManager(_:didDetermineState:for:)`: at each boundary transition, in addition
  /// to the calls of enter and exit.
  @Test func theStateFollowsEachCrossing() {
    let phone = Phone()
    phone.delegate.callbacks.insert(.didDetermineState)
    let quiet = Phone.region("b")
    quiet.notifyOnExit = false
    phone.manager.startMonitoring(for: Phone.region("a"))
    phone.manager.startMonitoring(for: quiet)
    phone.fix(1)
    phone.delegate.lines = []
    phone.fix(2, east: 1000)
    #expect(phone.delegate.lines == ["exit a", "state a outside"])
    phone.fix(3)
    let back = ["enter a", "state a inside", "enter b", "state b inside"]
    #expect(phone.delegate.lines.dropFirst(2) == back[...])
  }

  @Test func theStateOfARegionNotWatchedIsJudgedByTheLastLocation() {
    let phone = Phone()
    phone.delegate.callbacks.insert(.didDetermineState)
    phone.manager.requestState(for: Phone.region("x"))
    phone.fix(1)
    phone.manager.requestState(for: Phone.region("x"))
    phone.device.deliver()
    #expect(phone.delegate.lines == ["state x unknown", "state x inside"])
  }

  @Test func overTheLimitOnlyReplacementsAreAccepted() {
    let phone = Phone(.iphone)
    for number in 1...21 { phone.manager.startMonitoring(for: Phone.region("r\(number)")) }
    phone.manager.startMonitoring(for: Phone.region("r3", radius: 50))
    phone.device.deliver()
    #expect(phone.delegate.lines.filter { $0.hasPrefix("monitoring failed") } == ["monitoring failed r21 5"])
    #expect(phone.manager.monitoredRegions.count == 20)
    #expect(phone.manager.monitoredRegions.first { $0.identifier == "r3" }?.radius == 50)
  }

  @Test func aRadiusAboveTheMaximumFails() {
    var profile = DeviceProfile(name: "small")
    profile.maximumRegionMonitoringDistance = 1000
    let phone = Phone(profile)
    #expect(phone.manager.maximumRegionMonitoringDistance == 1000)
    phone.manager.startMonitoring(for: Phone.region("big", radius: 1001))
    phone.manager.startMonitoring(for: Phone.region("fits", radius: 1000))
    phone.device.deliver()
    #expect(phone.delegate.lines == ["monitoring failed big 5", "start fits"])
  }

  @Test func regionsThatAreNoneFail() {
    let phone = Phone()
    let good = CLLocationCoordinate2DMake(0, 0)
    let bad: [CLRegion] = [
      CLRegion(center: good, radius: 10, identifier: ""),
      CLRegion(center: good, radius: .nan, identifier: "nan"),
      CLRegion(center: good, radius: -1, identifier: "negative"),
      CLRegion(center: good, radius: .infinity, identifier: "infinite"),
      CLRegion(center: CLLocationCoordinate2DMake(91, 0), radius: 10, identifier: "north"),
      CLRegion(center: kCLLocationCoordinate2DInvalid, radius: 10, identifier: "invalid"),
    ]
    phone.manager.startMonitoringForRegions(bad, desiredAccuracy: 10)
    phone.device.deliver()
    #expect(phone.delegate.errors.map(\.code) == Array(repeating: 5, count: bad.count))
    #expect(phone.manager.monitoredRegions.isEmpty)
  }

  @Test func aDeviceWithoutTheHardwareSaysSo() {
    var profile = DeviceProfile(name: "none")
    profile.monitorsRegions = false
    let phone = Phone(profile)
    #expect(!CLLocationManager.regionMonitoringAvailable(on: phone.device))
    #expect(!CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self, on: phone.device))
    #expect(phone.manager.maximumRegionMonitoringDistance == -1)
    phone.manager.startMonitoring(for: Phone.region("a"))
    phone.device.deliver()
    #expect(phone.delegate.lines == ["monitoring failed a 5"])
  }

  @Test func aWholeSetIsRegisteredAtOnce() {
    let phone = Phone()
    let regions = ["b", "a"].map { Phone.region($0).monitored(desiredAccuracy: 20) }
    phone.manager.startMonitoringForRegions(RegionSet.empty.adding(contentsOf: regions))
    phone.device.deliver()
    #expect(phone.delegate.lines == ["start b", "start a"])
    #expect(phone.manager.monitoredRegions.map(\.identifier) == ["a", "b"])
    let flawed = RegionSet.empty.adding(Phone.region("c", radius: .nan).monitored(desiredAccuracy: 0))
    phone.manager.startMonitoringForRegions(flawed)
    phone.device.deliver()
    #expect(phone.delegate.lines.last == "monitoring failed c 5")
  }

  @Test func anEqualRegionRegisteredAgainKeepsItsState() {
    let phone = Phone()
    phone.manager.startMonitoring(for: Phone.region("a"))
    phone.fix(1)
    phone.manager.startMonitoring(for: Phone.region("a"))
    phone.fix(2, east: 1000)
    #expect(phone.delegate.lines.last == "exit a")
  }

  @Test func theSwitchesOnARegionAreHonored() {
    let phone = Phone()
    let region = Phone.region("a")
    region.notifyOnEntry = false
    phone.manager.startMonitoring(for: region)
    for (time, east) in [(1.0, 1000.0), (2, 0), (3, 1000)] { phone.fix(time, east: east) }
    #expect(phone.delegate.lines == ["start a", "exit a"])
    #expect(phone.delegate.regions.allSatisfy { !$0.notifyOnEntry && $0.isFrozen })
  }

  @Test func aCallbackKnowsItsVisitTimeAndLocation() {
    let phone = Phone()
    phone.manager.startMonitoring(for: Phone.region("a"))
    for (time, east) in [(1.0, 1000.0), (5, 0), (65, 1000)] { phone.fix(time, east: east) }
    let reports = phone.delegate.reports.filter { $0.visit != 0 }
    #expect(reports.map(\.callback) == [.didEnterRegion, .didExitRegion])
    #expect(reports.map(\.time) == [5, 65])
    #expect(Set(reports.map(\.visit)).count == 1)
    #expect(reports[1].visitDuration == 60)
    #expect(reports[0].location?.timestamp == NSDate(timeIntervalSince1970: 5))
    #expect(phone.device.currentRegionEvent == nil)
  }

  @Test func devicesOfAWorkerShareTheObjectOfARegion() {
    let objects = RegionObjects()
    let devices = (0..<2).map {
      Device(id: DeviceID(index: $0), name: "d\($0)", regionObjects: objects)
    }
    let regions = devices.map { device -> [CLRegion] in
      let manager = CLLocationManager(device: device)
      manager.startMonitoring(for: Phone.region("a"), desiredAccuracy: Double(device.id.index))
      return manager.monitoredRegions
    }
    #expect(regions[0][0] === regions[1][0])
    #expect(regions[0][0] is CLCircularRegion)
  }
}
