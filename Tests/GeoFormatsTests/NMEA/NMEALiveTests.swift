import FeedTesting
import Geo
import Testing

@testable import GeoFormats

@Suite struct NMEALiveTests {
  private let decoder = NMEADecoder(
    LineContext(name: "boat", device: "boat", directory: DeviceDirectory(), options: FeedOptions()))
  private static let arrival = 764_426_120.0

  private func hear(_ bodies: String..., at arrival: Double = arrival) -> [DeviceEvent] {
    var events: [DeviceEvent] = []
    let text = Array(bodies.map { sentence($0) }.joined().utf8)
    text.withUnsafeBytes { bytes in
      decoder.decode(LineRun(bytes: bytes, firstLine: 1, arrival: arrival), into: &events)
    }
    return events
  }

  private func rmc(_ second: Int, date: String = "230394") -> String {
    "GPRMC,1235\(second),A,4807.038,N,01131.000,E,022.4,084.4,\(date),003.1,W"
  }

  private func gga(_ second: Int) -> String {
    "GPGGA,1235\(second),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
  }

  private func fixes(_ events: [DeviceEvent]) -> [DeviceEvent] {
    events.filter { if case .location = $0.payload { true } else { false } }
  }

  @Test func afterTwoRoundsTheLastSentenceDeliversTheFix() {
    #expect(fixes(hear(gga(10), rmc(10))).isEmpty)
    #expect(fixes(hear(gga(11), rmc(11))).count == 1)
    #expect(fixes(hear(gga(12))).count == 1)
    #expect(fixes(hear(rmc(12))).count == 1)
    #expect(fixes(hear(gga(13))).isEmpty)
    let last = fixes(hear(rmc(13)))
    #expect(last.map(\.timestamp) == [764_426_113] && last.map(\.time) == [Self.arrival])
    #expect(decoder.patience == nil)
  }

  @Test func roundWithAnotherEndIsWaitedForAgain() {
    for second in 10...13 { _ = hear(gga(second), rmc(second)) }
    // Another sentence after the last one: the fix was delivered already, and must not be repeated.
    #expect(fixes(hear(gga(14), rmc(14), "GPVTG,1,T,,M,1,N,,K,A")).count == 1)
    #expect(fixes(hear(gga(15), rmc(15))).isEmpty)
    #expect(decoder.patience != nil)
  }

  @Test func aPauseEndsARound() {
    _ = hear(gga(10), rmc(10))
    var events: [DeviceEvent] = []
    #expect(decoder.patience == 0.25)
    decoder.flush(at: Self.arrival + 0.25, into: &events)
    #expect(fixes(events).count == 1 && events.last?.time == Self.arrival + 0.25)
    #expect(decoder.patience == nil)
    #expect(fixes(hear(rmc(10))).isEmpty)
  }

  @Test func missingDateIsTheNearestToTheArrival() {
    _ = hear("GPGGA,235959,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,", at: 764_467_200.2)
    let fix = fixes(hear("GPGGA,000000,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,", at: 764_467_201))
    #expect(fix.map(\.timestamp) == [764_467_199])
  }

  /// - Source: the date that gpsd 3.22's test/daemon/gp-320fw logs show: 1024 weeks behind.
  @Test func rolledOverWeeksAreAdded() {
    let now = 764_426_120.0 + 1024 * 7 * 86_400
    _ = hear(gga(10), rmc(10), at: now)
    #expect(fixes(hear(gga(11), rmc(11), at: now)).map(\.timestamp) == [now - 10])
  }

  @Test func otherWrongDateStays() {
    let now = 764_426_120.0 + 1020 * 7 * 86_400
    _ = hear(gga(10), rmc(10), at: now)
    #expect(fixes(hear(gga(11), rmc(11), at: now)).map(\.timestamp) == [764_426_110])
  }

  @Test func aHeadingComesAtOnce() {
    #expect(hear("HCHDG,101.1,,,7.1,W").count == 1)
  }

  @Test func headingFollowsADifferingReceiverClock() {
    let now = 764_426_120.0 + 1e7
    _ = hear(gga(10), rmc(10), at: now)
    _ = hear(gga(11), rmc(11), at: now + 1)
    _ = hear(gga(12), rmc(12), at: now + 2)
    #expect(hear("HCHDG,101.1,,,7.1,W", at: now + 2.5).map(\.timestamp) == [764_426_112.5])
  }

  @Test func receiverWithoutSatellitesIsReportedOnceAndAtOnce() {
    var events = hear("GPRMC,,V,,,,,,,,,", "GPGGA,,,,,,0,,,,,,,,")
    decoder.flush(at: Self.arrival, into: &events)
    #expect(events.map(\.payload) == [.error(code: 0)])
    events = hear("GPRMC,,V,,,,,,,,,")
    decoder.flush(at: Self.arrival, into: &events)
    #expect(events.isEmpty)
  }
}
