import GeoCore
import GeoTesting
import Testing

@testable import GeoLocation

/// BG-1: significant changes and visits wake an app that sleeps and launch one that has ended.
@Suite struct WakingTests {
  @Test func aSignificantChangeWakesASuspendedApp() {
    let phone = AppPhone { $0.startMonitoringSignificantLocationChanges() }
    phone.fix(0)
    phone.app(.suspended, 1)
    for (time, east) in [(100.0, 400.0), (310, 450), (400, 600), (405, 610), (500, 700)] {
      phone.fix(time, east: east)
    }
    #expect(phone.lines == ["update 0", "update 400"])
    #expect(phone.device.appState == .suspended)
  }

  @Test func theClockWakesASuspendedAppForAChangeThatHadToWait() {
    let phone = AppPhone { $0.startMonitoringSignificantLocationChanges() }
    phone.fix(0)
    phone.app(.suspended, 1)
    phone.fix(100, east: 3000)
    #expect(phone.device.nextDeadline == 300)
    phone.device.advance(to: 299)
    #expect(phone.lines == ["update 0"])
    phone.device.advance(to: 300)
    #expect(phone.lines == ["update 0", "update 100"])
  }

  @Test func aWokenAppHearsStandardUpdatesForItsSeconds() {
    let phone = AppPhone {
      $0.startMonitoringSignificantLocationChanges()
      $0.startUpdatingLocation()
    }
    phone.fix(0)
    phone.app(.suspended, 1)
    for (time, east) in [(200.0, 10.0), (400, 600), (405, 610), (500, 700)] { phone.fix(time, east: east) }
    #expect(phone.lines == ["update 0", "update 400", "update 405"])
  }

  @Test func aSignificantChangeLaunchesAnEndedAppWhichHearsOfItOnce() {
    let phone = AppPhone {
      $0.startMonitoringSignificantLocationChanges()
      $0.startUpdatingLocation()
    }
    phone.fix(0)
    phone.app(.terminated, 1)
    for (time, east) in [(100.0, 900.0), (299, 2000), (400, 400)] { phone.fix(time, east: east) }
    #expect(phone.launches == 1)
    phone.fix(500, east: 600)
    #expect(phone.launches == 2)
    #expect(phone.device.wasLaunchedForLocation)
    #expect(phone.lines == ["update 0", "update 500"])
    #expect(phone.delegate.old[1] == nil)
  }

  @Test func stoppedServicesLaunchNoApp() {
    let phone = AppPhone {
      $0.startMonitoringSignificantLocationChanges()
      $0.startMonitoringVisits()
      $0.stopMonitoringVisits()
      $0.stopMonitoringSignificantLocationChanges()
    }
    phone.fix(0)
    phone.app(.terminated, 1)
    for step in 1...100 { phone.fix(Double(step) * 100, east: step < 50 ? 0 : Double(step) * 100) }
    #expect(phone.launches == 1)
  }

  @Test func aServiceThatALaunchedAppDoesNotStartAnewStillLaunchesItUntilItIsStopped() {
    var launches = 0
    let phone = AppPhone { manager in
      launches += 1
      if launches == 1 { manager.startMonitoringSignificantLocationChanges() }
      if launches == 3 { manager.stopMonitoringSignificantLocationChanges() }
    }
    phone.fix(0)
    for round in 1...4 {
      phone.app(.terminated, Double(round) * 1000)
      phone.fix(Double(round) * 1000 + 500, east: Double(round) * 5000)
    }
    #expect(launches == 3)
    #expect(phone.lines == ["update 0"])
  }

  @Test func aVisitLaunchesAnEndedAppByAFixAndByTheClock() {
    let phone = AppPhone { $0.startMonitoringVisits() }
    phone.fix(0, east: -9000)
    phone.app(.terminated, 1)
    for time in [100.0, 160, 220, 280] { phone.fix(time) }
    #expect(phone.launches == 1)
    phone.device.advance(to: 500)
    #expect(phone.launches == 2)
    #expect(phone.lines == ["arrived"])
    phone.app(.terminated, 600)
    phone.fix(700, east: 4000)
    #expect(phone.launches == 3)
    #expect(phone.lines == ["arrived", "departed"])
    #expect(phone.delegate.visits[1].arrivalDate == NSDate(timeIntervalSince1970: 100))
  }

  @Test func updatesOfASuspendedAppPowerNothing() {
    let phone = AppPhone {
      $0.startUpdatingLocation()
      $0.startMonitoringSignificantLocationChanges()
    }
    phone.fix(0)
    phone.app(.background, 100)
    phone.fix(1000)
    // A hundred seconds in the foreground and the ten of the background.
    #expect(phone.device.radioTime.gps == 110)
    phone.app(.terminated, 2000)
    phone.device.advance(to: 3000)
    #expect(phone.device.radioTime.gps == 110)
    #expect(phone.device.radioTime.cellular == 3000)
  }
}
