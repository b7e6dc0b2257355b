import GeoCore
import GeoTesting
import Testing

@testable import GeoLocation

@Suite struct CLLocationManagerUpdateTests {
  @Test func updatesBringTheNewLocationAndThePreviousOne() {
    let phone = Phone()
    phone.manager.startUpdatingLocation()
    phone.fix(1)
    phone.fix(2, east: 10)
    #expect(phone.delegate.lines == ["update 1", "update 2"])
    #expect(phone.delegate.old[0] == nil)
    #expect(phone.delegate.old[1] === phone.delegate.locations[0])
    #expect(phone.manager.location === phone.delegate.locations[1])
  }

  @Test func theNewCallbackReplacesTheOld() {
    let phone = Phone()
    phone.delegate.callbacks.insert(.didUpdateLocations)
    phone.manager.startUpdatingLocation()
    phone.fix(1)
    #expect(phone.delegate.lines == ["updates 1"])
  }

  @Test func aSwiftDelegateMayImplementEitherForm() {
    final class Old: CLLocationManagerDelegate {
      var seen: [(CLLocation, CLLocation?)] = []
      func locationManager(_ m: CLLocationManager, didUpdateTo new: CLLocation, from old: CLLocation?) {
        seen.append((new, old))
      }
    }
    let phone = Phone()
    let old = Old()
    phone.manager.delegate = old
    phone.manager.startUpdatingLocation()
    phone.fix(1)
    phone.fix(2)
    #expect(old.seen.count == 2)
    #expect(old.seen[1].1 === old.seen[0].0)
  }

  @Test func startingDeliversTheLastKnownFixWithItsOwnTimestamp() {
    let phone = Phone()
    phone.fix(100, timestamp: 40)
    phone.manager.startUpdatingLocation()
    #expect(phone.delegate.lines.isEmpty)
    phone.device.deliver()
    #expect(phone.delegate.lines == ["update 40"])
    #expect(phone.device.now.timeIntervalSince(phone.delegate.locations[0].timestamp) == 60)
    phone.manager.startUpdatingLocation()
    phone.device.deliver()
    #expect(phone.delegate.lines.count == 1)
  }

  @Test func theFilterHoldsBackUntilTheDistanceIsMoved() {
    let phone = Phone()
    phone.manager.distanceFilter = 100
    phone.manager.startUpdatingLocation()
    for (time, east) in [(1.0, 0.0), (2, 60), (3, 99), (4, 101), (5, 150), (6, 202)] {
      phone.fix(time, east: east)
    }
    #expect(phone.delegate.lines == ["update 1", "update 4", "update 6"])
  }

  @Test func theFilterDoesNotHoldBackABetterAccuracy() {
    let phone = Phone()
    phone.manager.distanceFilter = 100
    phone.manager.startUpdatingLocation()
    for (time, accuracy) in [(1.0, 65.0), (2, 65), (3, 10), (4, 20)] {
      phone.fix(time, accuracy: accuracy)
    }
    #expect(phone.delegate.lines == ["update 1", "update 3"])
  }

  @Test func aFilterThatIsNoNumberHoldsNothingBack() {
    let phone = Phone()
    phone.manager.distanceFilter = .nan
    phone.manager.startUpdatingLocation()
    phone.fix(1)
    phone.fix(2)
    #expect(phone.delegate.lines.count == 2)
  }

  @Test func stoppingDropsWhatWasQueued() {
    let phone = Phone()
    phone.fix(1)
    phone.manager.startUpdatingLocation()
    phone.manager.stopUpdatingLocation()
    phone.device.deliver()
    phone.fix(2)
    #expect(phone.delegate.lines.isEmpty)
    #expect(phone.manager.location?.timestamp == NSDate(timeIntervalSince1970: 2))
  }

  @Test func aCallMadeByADelegateOnlyQueues() {
    let phone = Phone()
    let journal = RecordingDelegate.Journal()
    phone.delegate.shared = journal
    let second = CLLocationManager(device: phone.device)
    let other = RecordingDelegate("second", journal: journal)
    second.delegate = other
    phone.manager.startUpdatingLocation()
    phone.delegate.onCallback = { line, _ in
      second.startUpdatingLocation()
      journal.lines.append("end of \(line)")
    }
    phone.fix(1)
    phone.fix(2)
    #expect(
      journal.lines == [
        "update 1", "end of update 1", "second: update 1", "update 2", "end of update 2", "second: update 2",
      ])
  }

  @Test func managersAreServedInCreationOrderWithTheLocationUpdatedFirst() {
    let phone = Phone()
    let journal = RecordingDelegate.Journal()
    let second = CLLocationManager(device: phone.device)
    let other = RecordingDelegate("second", journal: journal)
    phone.delegate.shared = journal
    second.delegate = other
    second.startUpdatingLocation()
    phone.manager.startUpdatingLocation()
    var seen: CLLocation?
    phone.delegate.onCallback = { _, _ in seen = second.location }
    phone.fix(1)
    #expect(journal.lines == ["update 1", "second: update 1"])
    #expect(seen === other.locations[0])
  }

  @Test func aDelegateThatThrowsIsReportedAndStopsNoOther() {
    let phone = Phone()
    let second = CLLocationManager(device: phone.device)
    let other = RecordingDelegate("second")
    second.delegate = other
    var errors = 0
    phone.device.hooks.onError = { _ in errors += 1 }
    phone.delegate.throwsAlways = true
    phone.manager.startUpdatingLocation()
    second.startUpdatingLocation()
    phone.fix(1)
    phone.fix(2)
    #expect(errors == 2)
    #expect(other.lines == ["update 1", "update 2"])
  }

  @Test func requestLocationBringsOneUpdateAsGoodAsDesired() {
    let phone = Phone()
    phone.manager.desiredAccuracy = kCLLocationAccuracyNearestTenMeters
    phone.manager.requestLocation()
    phone.fix(1, accuracy: 65)
    phone.fix(2, accuracy: 8)
    phone.fix(3, accuracy: 5)
    phone.device.advance(to: 100)
    #expect(phone.delegate.lines == ["update 2"])
    #expect(phone.device.nextDeadline == nil)
  }

  @Test func requestLocationTakesTheBestWhenTimeIsUp() {
    let phone = Phone()
    phone.manager.desiredAccuracy = 10
    phone.manager.requestLocation()
    for (time, accuracy) in [(1.0, 65.0), (2, 30), (3, 90)] { phone.fix(time, accuracy: accuracy) }
    phone.device.advance(to: 20)
    #expect(phone.delegate.lines == ["update 2"])
  }

  @Test func requestLocationFailsWhenNothingCame() {
    let phone = Phone()
    phone.manager.requestLocation()
    phone.send(1, .error(code: CLError.locationUnknown.rawValue))
    phone.device.advance(to: 9.9)
    #expect(phone.delegate.lines.isEmpty)
    phone.device.advance(to: 20)
    #expect(phone.delegate.lines == ["fail 0"])
  }

  @Test(arguments: [(Double.nan, 0.0), (0.0, .nan), (91.0, 0.0), (0.0, 181.0), (0.0, .infinity)])
  func fixNotOnTheEarthIsCountedAndDropped(latitude: Double, longitude: Double) {
    let phone = Phone()
    phone.manager.startUpdatingLocation()
    phone.send(
      1,
      .location(Fix(coordinate: CLLocationCoordinate2DMake(latitude, longitude), horizontalAccuracy: 5)))
    #expect(phone.delegate.lines.isEmpty)
    #expect(phone.manager.location == nil)
    #expect(phone.device.counts.invalidFixes == 1)
  }

  @Test(arguments: [-1, -Double.infinity, .nan])
  func aFixOfInvalidAccuracyIsShownButChangesNoState(accuracy: Double) {
    let phone = Phone()
    phone.manager.startUpdatingLocation()
    phone.fix(1, accuracy: accuracy)
    #expect(phone.delegate.locations.map(\.horizontalAccuracy) == [-1])
    #expect(phone.manager.location == nil)
    phone.fix(2)
    #expect(phone.delegate.old[1] == nil)
  }
}
