import GeoCore
import GeoTesting
import Testing

@testable import GeoLocation

@Suite struct VisitTests {
  private func stay(_ phone: Phone, _ times: ClosedRange<Int>, east: Double = 0) {
    for time in stride(from: times.lowerBound, through: times.upperBound, by: 60) {
      phone.fix(Double(time), east: east)
    }
  }

  @Test func arrivalAndDepartureAreReported() {
    let phone = Phone()
    phone.manager.startMonitoringVisits()
    phone.fix(0, east: -9000)
    stay(phone, 60...900)
    #expect(phone.manager.isStationary)
    phone.fix(960, east: 5000)
    #expect(!phone.manager.isStationary)
    #expect(phone.delegate.lines == ["arrived", "departed"])
    let visits = phone.delegate.visits
    #expect(visits[0].arrivalDate == NSDate(timeIntervalSince1970: 60))
    #expect(visits[0].departureDate == .distantFuture)
    #expect(visits[1].arrivalDate == NSDate(timeIntervalSince1970: 60))
    #expect(visits[1].departureDate == NSDate(timeIntervalSince1970: 960))
    #expect(
      visits[1].description
        == "<+0.000000,+0.000000> +/- 5.00m (arrived 1970-01-01T00:01:00Z, left 1970-01-01T00:16:00Z)")
  }

  @Test func stayFromBeforeTheFirstFixHasADistantArrival() {
    let phone = Phone()
    phone.fix(0)
    phone.manager.startMonitoringVisits()
    stay(phone, 60...300)
    #expect(phone.delegate.visits.map(\.arrivalDate) == [.distantPast])
  }

  @Test func theDistantDatesAreFoundations() {
    #expect(NSDate.distantPast.timeIntervalSince1970 - 978_307_200 == -63_114_076_800)
    #expect(NSDate.distantFuture.timeIntervalSince1970 - 978_307_200 == 63_113_904_000)
    #expect("\(NSDate.distantPast) \(NSDate.distantFuture)" == "distantPast distantFuture")
    #expect(
      "\(NSDate.distantFuture.addingTimeInterval(1))" == "4001-01-01T00:00:01Z")
  }

  @Test func secondManagerGetsTheOngoingVisit() {
    let phone = Phone()
    phone.manager.startMonitoringVisits()
    stay(phone, 0...600)
    let second = CLLocationManager(device: phone.device)
    let other = RecordingDelegate()
    second.delegate = other
    second.startMonitoringVisits()
    phone.device.deliver()
    #expect(other.lines == ["arrived"])
    #expect(phone.delegate.lines == ["arrived"])
    phone.manager.stopMonitoringVisits()
    phone.fix(700, east: 4000)
    #expect(other.lines == ["arrived", "departed"])
    second.stopMonitoringVisits()
    #expect(phone.device.visitSnapshot == nil)
  }

  @Test func theClockTellsOfAnArrival() {
    let phone = Phone()
    phone.manager.startMonitoringVisits()
    stay(phone, 0...180)
    phone.device.advance(to: 10_000)
    #expect(phone.delegate.lines == ["arrived"])
  }

  @Test func aKeptSnapshotGoesOn() {
    let phone = Phone()
    phone.manager.startMonitoringVisits()
    phone.fix(0, east: -9000)
    stay(phone, 60...900)
    let next = Phone()
    next.device.visitSnapshot = phone.device.visitSnapshot
    next.manager.startMonitoringVisits()
    next.fix(5000, east: 3000)
    #expect(next.delegate.lines == ["arrived", "departed"])
    #expect(next.delegate.visits[1].arrivalDate == NSDate(timeIntervalSince1970: 60))
  }

  @Test func visitsAreNoLocations() {
    let phone = Phone()
    phone.manager.startMonitoringVisits()
    phone.fix(0)
    phone.send(1, .error(code: 0))
    phone.send(2, .signalLost)
    #expect(phone.delegate.lines.isEmpty)
    phone.send(3, .setting(.services(enabled: false)))
    #expect(phone.delegate.lines == ["authorization denied", "fail 1"])
  }

  @Test func aReBasedClockLeavesTheVisit() {
    let device = Device(id: DeviceID(index: 0), name: "test")
    let manager = CLLocationManager(device: device)
    let delegate = RecordingDelegate()
    manager.delegate = delegate
    manager.startMonitoringVisits()
    for time in [0.0, 60, 120, 240, 9000, 250, 260, 270, 280] { device.receive(Phone.event(time)) }
    #expect(delegate.lines == ["arrived"])
    device.receive(Phone.event(300, east: 3000))
    #expect(delegate.lines == ["arrived", "departed"])
    #expect(delegate.visits[1].departureDate == NSDate(timeIntervalSince1970: 300))
  }

  @Test func aJumpOfTheClockKeepsACandidateWaiting() {
    let phone = Phone()
    phone.manager.startMonitoringVisits()
    phone.fix(0, east: -9000)
    phone.fix(100)
    phone.send(50_000, .clock)
    phone.fix(50_001, east: 8000)
    #expect(phone.delegate.lines.isEmpty)
  }
}
