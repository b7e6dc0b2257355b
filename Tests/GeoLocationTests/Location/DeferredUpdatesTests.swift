import GeoCore
import GeoTesting
import Testing

@testable import GeoLocation

@Suite struct DeferredUpdatesTests {
  private func phone(_ profile: DeviceProfile = .default) -> Phone {
    let phone = Phone(profile)
    phone.delegate.callbacks.insert(.didUpdateLocations)
    phone.manager.startUpdatingLocation()
    phone.fix(0)
    phone.delegate.lines = []
    phone.delegate.locations = []
    return phone
  }

  @Test func updatesComeTogetherOldestFirstWhenTheDistanceIsTraveled() {
    let phone = phone()
    phone.manager.allowDeferredLocationUpdates(untilTraveled: 100, timeout: CLTimeIntervalMax)
    for step in 1...6 { phone.fix(Double(step), east: Double(step) * 20) }
    #expect(phone.delegate.lines == ["deferral ended well", "updates 5", "updates 1"])
    #expect(phone.delegate.locations.map { $0.timestamp.timeIntervalSince1970 } == [1, 2, 3, 4, 5, 6])
  }

  @Test func updatesComeTogetherWhenTheTimeIsOver() {
    let phone = phone()
    phone.manager.allowDeferredLocationUpdates(untilTraveled: CLLocationDistanceMax, timeout: 30)
    for time in [10.0, 20, 40] { phone.fix(time) }
    #expect(phone.delegate.lines == ["deferral ended well", "updates 2", "updates 1"])
    #expect(phone.device.nextDeadline == nil)
  }

  @Test func anAppMayAskAgainInTheUpdate() {
    let phone = phone()
    phone.delegate.onCallback = { line, manager in
      guard line.hasPrefix("updates") else { return }
      manager.allowDeferredLocationUpdates(untilTraveled: CLLocationDistanceMax, timeout: 25)
    }
    for time in stride(from: 10.0, through: 100, by: 10) { phone.fix(time) }
    #expect(
      phone.delegate.lines == [
        "updates 1", "deferral ended well", "updates 2", "deferral ended well", "updates 2",
        "deferral ended well", "updates 3",
      ])
  }

  @Test func eachImpossibilityHasItsError() {
    let idle = Phone()
    idle.manager.allowDeferredLocationUpdates(untilTraveled: 1, timeout: 1)
    idle.device.deliver()
    #expect(idle.delegate.lines == ["deferral ended 12"])

    let coarse = phone()
    coarse.manager.desiredAccuracy = kCLLocationAccuracyNearestTenMeters
    coarse.manager.allowDeferredLocationUpdates(untilTraveled: 1, timeout: 1)
    coarse.manager.desiredAccuracy = kCLLocationAccuracyBestForNavigation
    coarse.manager.distanceFilter = 10
    coarse.manager.allowDeferredLocationUpdates(untilTraveled: 1, timeout: 1)
    coarse.device.deliver()
    #expect(coarse.delegate.lines == ["deferral ended 13", "deferral ended 14"])

    var profile = DeviceProfile.default
    profile.sensors = [.wifi, .cellular]
    let blind = phone(profile)
    #expect(!CLLocationManager.deferredLocationUpdatesAvailable(on: blind.device))
    blind.manager.allowDeferredLocationUpdates(untilTraveled: 1, timeout: 1)
    blind.device.deliver()
    #expect(blind.delegate.lines == ["deferral ended 11"])
  }

  @Test func aSecondCallCancelsTheFirst() {
    let phone = phone()
    phone.manager.allowDeferredLocationUpdates(untilTraveled: 1000, timeout: 100)
    phone.fix(1)
    phone.manager.allowDeferredLocationUpdates(untilTraveled: 1000, timeout: 100)
    phone.device.deliver()
    #expect(phone.delegate.lines == ["deferral ended 15", "updates 1"])
    phone.fix(2)
    phone.manager.disallowDeferredLocationUpdates()
    phone.manager.disallowDeferredLocationUpdates()
    phone.device.deliver()
    #expect(phone.delegate.lines.suffix(2) == ["deferral ended 15", "updates 1"])
    #expect(phone.delegate.lines.count == 4)
  }

  @Test func aFilterSetLaterEndsIt() {
    let phone = phone()
    phone.manager.allowDeferredLocationUpdates(untilTraveled: 1000, timeout: 100)
    phone.fix(1)
    phone.manager.distanceFilter = 5
    phone.fix(2, east: 50)
    #expect(phone.delegate.lines == ["deferral ended 14", "updates 1", "updates 1"])
  }

  @Test func stoppingDropsWhatWasCollected() {
    let phone = phone()
    phone.manager.allowDeferredLocationUpdates(untilTraveled: 1000, timeout: 100)
    phone.fix(1)
    phone.manager.stopUpdatingLocation()
    phone.device.deliver()
    phone.device.advance(to: 500)
    #expect(phone.delegate.lines == ["deferral ended 15"])
  }

  @Test func aPauseEndsIt() {
    let phone = phone(.iphone)
    phone.manager.allowDeferredLocationUpdates(untilTraveled: 1000, timeout: CLTimeIntervalMax)
    for time in stride(from: 60.0, through: 1200, by: 60) { phone.fix(time) }
    #expect(phone.delegate.lines == ["deferral ended 12", "updates 14", "paused"])
  }

  @Test func anOldDelegateGetsThemOneByOneEachWithTheOneBefore() {
    let phone = phone()
    phone.delegate.callbacks.remove(.didUpdateLocations)
    phone.manager.allowDeferredLocationUpdates(untilTraveled: 1000, timeout: 10)
    for time in [1.0, 2, 3] { phone.fix(time) }
    phone.device.advance(to: 20)
    #expect(phone.delegate.lines == ["deferral ended well", "update 1", "update 2", "update 3"])
    #expect(phone.delegate.old[2] === phone.delegate.locations[1])
    phone.fix(30)
    #expect(phone.delegate.old[3] === phone.delegate.locations[2])
  }

  @Test func theStoreOfTheReceiverIsFinite() {
    let phone = phone()
    phone.manager.allowDeferredLocationUpdates(
      untilTraveled: CLLocationDistanceMax, timeout: CLTimeIntervalMax)
    for second in 1...5000 { phone.fix(Double(second)) }
    #expect(phone.delegate.lines.prefix(2) == ["deferral ended well", "updates 4096"])
  }

  @Test func senselessLimitsEndAtOnceOrNever() {
    let phone = phone()
    phone.manager.allowDeferredLocationUpdates(untilTraveled: -5, timeout: -5)
    phone.device.advance(to: 0)
    #expect(phone.delegate.lines == ["deferral ended well"])
    phone.manager.allowDeferredLocationUpdates(untilTraveled: .nan, timeout: .nan)
    phone.fix(1, east: 9000)
    phone.manager.disallowDeferredLocationUpdates()
    phone.device.deliver()
    #expect(phone.delegate.lines.suffix(2) == ["deferral ended 15", "updates 1"])
  }
}
