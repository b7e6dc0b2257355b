import GeoCore
import GeoTesting
import Testing

@testable import GeoLocation

@Suite struct CLLocationManagerHeadingTests {
  @Test func headingsComeOnceStartedAndNotBefore() {
    let phone = Phone()
    phone.turn(1, to: 10)
    #expect(phone.manager.heading == nil)
    phone.manager.startUpdatingHeading()
    phone.device.deliver()
    #expect(phone.delegate.lines.isEmpty)
    phone.turn(2, to: 20, measured: 1.5)
    #expect(phone.delegate.lines == ["heading 20"])
    #expect(phone.delegate.headings[0].timestamp == NSDate(timeIntervalSince1970: 1.5))
    #expect(phone.manager.heading === phone.delegate.headings[0])
  }

  @Test func stoppingDropsWhatWasQueuedAndKeepsTheLast() {
    let phone = Phone()
    let second = CLLocationManager(device: phone.device)
    let other = RecordingDelegate()
    second.delegate = other
    phone.manager.startUpdatingHeading()
    second.startUpdatingHeading()
    phone.delegate.onCallback = { _, _ in second.stopUpdatingHeading() }
    phone.turn(1, to: 10)
    phone.turn(2, to: 30)
    #expect(phone.delegate.lines == ["heading 10", "heading 30"])
    #expect(other.lines.isEmpty)
    #expect(second.heading?.magneticHeading == 10)
    #expect(!second.isUpdatingHeading)
  }

  @Test func startingAgainBringsAFirstHeadingWhateverTheFilter() {
    let phone = Phone()
    phone.manager.headingFilter = 90
    phone.manager.startUpdatingHeading()
    phone.turn(1, to: 10)
    phone.manager.startUpdatingHeading()
    phone.turn(2, to: 11)
    phone.manager.stopUpdatingHeading()
    phone.manager.startUpdatingHeading()
    phone.turn(3, to: 12)
    #expect(phone.delegate.lines == ["heading 10", "heading 12"])
  }

  @Test func theHeadingCanBeReadWithoutADelegate() {
    let phone = Phone()
    phone.manager.delegate = nil
    phone.manager.startUpdatingHeading()
    #expect(phone.manager.isHeld)
    phone.turn(1, to: 10)
    #expect(phone.manager.heading?.magneticHeading == 10)
  }

  @Test func aManagerWithoutADelegateLivesAsLongAsItRuns() {
    let device = Phone().device
    weak var manager: CLLocationManager?
    do {
      let made = CLLocationManager(device: device)
      made.startUpdatingHeading()
      manager = made
    }
    #expect(manager != nil)
    manager?.stopUpdatingHeading()
    #expect(manager == nil)
  }

  @Test func theFilterIsOneDegreeUnlessSet() {
    let phone = Phone()
    #expect(phone.manager.headingFilter == 1)
    phone.manager.startUpdatingHeading()
    for (time, direction) in [(1.0, 10.1), (2, 10.6), (3, 11), (4, 11.1), (5, 10.2), (6, 10.1)] {
      phone.turn(time, to: direction)
    }
    #expect(phone.delegate.headings.map(\.magneticHeading) == [10.1, 11.1, 10.1])
  }

  @Test func theFilterTakesTheShorterArc() {
    let phone = Phone()
    phone.manager.headingFilter = 3
    phone.manager.startUpdatingHeading()
    for (time, direction) in [(1.0, 359.0), (2, 1), (3, 1.9), (4, 2), (5, 359.5), (6, 359)] {
      phone.turn(time, to: direction)
    }
    #expect(phone.delegate.lines == ["heading 359", "heading 2", "heading 359"])
  }

  @Test(arguments: [kCLHeadingFilterNone, 0, .nan])
  func withoutAFilterEveryReadingComes(filter: Double) {
    let phone = Phone()
    phone.manager.headingFilter = filter
    phone.manager.startUpdatingHeading()
    for time in 1...3 { phone.turn(Double(time), to: 10) }
    #expect(phone.delegate.lines.count == 3)
  }

  @Test func noFilterHoldsBackThatReadingsBecomeInvalidOrValid() {
    let phone = Phone()
    phone.manager.headingFilter = 20
    phone.manager.startUpdatingHeading()
    phone.turn(1, to: 10, accuracy: 5)
    phone.turn(2, to: 12, accuracy: -1)
    phone.turn(3, to: 13, accuracy: -1)
    phone.turn(4, to: 14, accuracy: 5)
    #expect(phone.delegate.headings.map(\.headingAccuracy) == [5, -1, 5])
    #expect(phone.delegate.headings.map(\.magneticHeading) == [10, 12, 14])
  }

  @Test func whatTheLogLeavesOutHasItsDefault() throws {
    let phone = Phone()
    phone.manager.startUpdatingHeading()
    phone.send(1, .heading(HeadingReading(magneticHeading: 370, z: -30)))
    let heading = try #require(phone.delegate.headings.first)
    #expect(heading.magneticHeading == 10)
    #expect(heading.headingAccuracy == 25)
    #expect(heading.trueHeading == -1)
    #expect((heading.x, heading.y, heading.z) == (0, 0, -30))
  }

  @Test func nonNumericDirectionIsNotAReading() {
    let phone = Phone()
    phone.manager.startUpdatingHeading()
    phone.turn(1, to: .nan)
    phone.turn(2, to: .infinity)
    #expect(phone.delegate.lines.isEmpty)
  }

  /// Held in landscape left the home button is on the right, so the right edge points forward: east of the top.
  @Test(arguments: [
    (CLDeviceOrientation.portrait, 350.0, 355.0), (.landscapeLeft, 80, 85), (.portraitUpsideDown, 170, 175),
    (.landscapeRight, 260, 265),
  ])
  func headingsAreThoseOfTheEdgeThatIsUp(orientation: CLDeviceOrientation, magnetic: Double, true: Double) {
    let phone = Phone()
    phone.manager.headingOrientation = orientation
    phone.manager.startUpdatingHeading()
    phone.send(1, .heading(HeadingReading(magneticHeading: 350, trueHeading: 355)))
    #expect(phone.delegate.headings.map(\.magneticHeading) == [magnetic])
    #expect(phone.delegate.headings.map(\.trueHeading) == [`true`])
  }

  @Test func orientationsWithoutATopAreIgnored() {
    let manager = Phone().manager
    #expect(manager.headingOrientation == .portrait)
    manager.headingOrientation = .landscapeRight
    for orientation in [CLDeviceOrientation.unknown, .faceUp, .faceDown] {
      manager.headingOrientation = orientation
      #expect(manager.headingOrientation == .landscapeRight)
    }
  }

  @Test func managersAreServedInCreationOrderEachWithItsOwnFilterAndOrientation() {
    let phone = Phone()
    let journal = RecordingDelegate.Journal()
    phone.delegate.shared = journal
    let second = CLLocationManager(device: phone.device)
    let other = RecordingDelegate("second", journal: journal)
    second.delegate = other
    second.headingOrientation = .landscapeLeft
    phone.manager.headingFilter = 5
    second.startUpdatingHeading()
    phone.manager.startUpdatingHeading()
    for (time, direction) in [(1.0, 0.0), (2, 3), (3, 6)] { phone.turn(time, to: direction) }
    #expect(
      journal.lines == [
        "heading 0", "second: heading 90", "second: heading 93", "heading 6", "second: heading 96",
      ])
  }
}

@Suite struct HeadingFailureTests {
  private static var withoutMagnetometer: DeviceProfile {
    var profile = DeviceProfile.default
    profile.sensors.remove(.magnetometer)
    return profile
  }

  @Test func aDeviceWithoutMagnetometerSaysSoAndFailsToStart() {
    let phone = Phone(Self.withoutMagnetometer)
    #expect(!CLLocationManager.headingAvailable(on: phone.device))
    #expect(CLLocationManager.headingAvailable(on: Phone().device))
    phone.manager.startUpdatingHeading()
    phone.turn(1, to: 10)
    #expect(phone.delegate.lines == ["fail \(CLError.headingFailure.rawValue)"])
    #expect(phone.delegate.errors[0].domain == kCLErrorDomain)
    #expect(!phone.manager.isUpdatingHeading)
  }

  @Test func startingWhileServicesAreOffFailsAndHeadingsBeginWithThem() {
    let phone = Phone()
    phone.send(1, .setting(.services(enabled: false)))
    phone.delegate.lines = []
    phone.manager.startUpdatingHeading()
    phone.turn(2, to: 10)
    phone.send(3, .setting(.services(enabled: true)))
    phone.turn(4, to: 20)
    #expect(phone.delegate.lines == ["fail 3", "authorization authorizedAlways", "heading 20"])
  }

  @Test func switchingServicesOffFailsHeadingsThatRun() {
    let phone = Phone()
    phone.manager.headingFilter = 90
    phone.manager.startUpdatingHeading()
    phone.turn(1, to: 10)
    phone.send(2, .setting(.services(enabled: false)))
    phone.turn(3, to: 10)
    phone.send(4, .setting(.services(enabled: true)))
    phone.turn(5, to: 11)
    #expect(phone.delegate.lines.filter { !$0.hasPrefix("auth") } == ["heading 10", "fail 3", "heading 11"])
  }

  @Test func aSuspendedAppHearsNoHeadings() {
    let phone = Phone()
    phone.manager.startUpdatingHeading()
    phone.send(1, .app(.suspended))
    phone.turn(2, to: 10)
    phone.send(3, .setting(.services(enabled: false)))
    phone.send(4, .setting(.services(enabled: true)))
    #expect(phone.manager.heading == nil)
    phone.send(5, .app(.foreground))
    phone.turn(6, to: 20)
    #expect(phone.delegate.lines.filter { !$0.hasPrefix("auth") } == ["heading 20"])
  }

  @Test func aDelegateThatThrowsDoesNotStopTheOthers() {
    let phone = Phone()
    var failures = 0
    phone.device.hooks.onError = { _ in failures += 1 }
    let second = CLLocationManager(device: phone.device)
    let other = RecordingDelegate()
    second.delegate = other
    phone.delegate.throwsAlways = true
    phone.manager.startUpdatingHeading()
    second.startUpdatingHeading()
    phone.turn(1, to: 10)
    #expect(failures == 1)
    #expect(other.lines == ["heading 10"])
  }
}

extension Phone {
  /// A reading of the compass.
  func turn(
    _ time: Double, to direction: Double, accuracy: Double = 5, measured timestamp: Double? = nil
  ) {
    device.handle(
      DeviceEvent(
        time: time, timestamp: timestamp ?? time, device: device.id,
        payload: .heading(HeadingReading(magneticHeading: direction, headingAccuracy: accuracy))))
  }
}
