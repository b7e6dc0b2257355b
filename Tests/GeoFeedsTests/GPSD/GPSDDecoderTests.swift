import Geo
import Testing

@testable import GeoFeeds
@testable import GeoFormats

/// Reads reports: examples of gpsd_json(5) and recordings of gpsd 3.22.
@Suite struct GPSDDecoderTests {
  private func fix(_ second: Int, _ latitude: Double = 52, _ rest: String = "") -> String {
    GPSDReading.fix(second, latitude, rest)
  }

  @Test func theExampleOfTheManualIsALocation() throws {
    // gpsd_json(5), "TPV", with altMSL, which it had before.
    let reading = GPSDReading.log(
      """
      {"class":"TPV","device":"/dev/pts/1","time":"2005-06-08T10:34:48.283Z","ept":0.005,"lat":46.498293369,"lon":7.567411672,"altMSL":1343.127,"eph":36.000,"epv":32.321,"track":10.3788,"speed":0.091,"climb":-0.085,"mode":3}
      """)
    let fix = Fix(
      coordinate: CLLocationCoordinate2D(latitude: 46.498293369, longitude: 7.567411672),
      horizontalAccuracy: 36, altitude: 1343.127, verticalAccuracy: 32.321, speed: 0.091, course: 10.3788)
    #expect(reading.fixes == [fix])
    #expect(reading.fixTimes == [1_118_226_888.283])
    #expect(reading.fixDevices == ["gpsd"])
  }

  @Test func reportsOfOneEpochAreOneFixWithTheNewestOfEach() throws {
    let reading = GPSDReading.log(
      fix(1, 52, ",\"speed\":2,\"eph\":9"), fix(1, 52.1, ",\"track\":90,\"eph\":7"), fix(2))
    #expect(reading.fixes.map(\.coordinate.latitude) == [52.1, 52])
    #expect(reading.fixes[0].speed == 2)
    #expect(reading.fixes[0].course == 90)
    #expect(reading.fixes[0].horizontalAccuracy == 7)
  }

  @Test func liveEpochIsDeliveredOnceAsCompleteAsThePreviousOne() {
    let reading = GPSDReading()
    reading.hear(fix(1, 52, ",\"speed\":2"), at: GPSDReading.time(1))
    #expect(reading.fixes.count == 1)
    reading.hear(fix(1, 52, ",\"speed\":2,\"altMSL\":30"), at: GPSDReading.time(1) + 0.1)
    #expect(reading.fixes.count == 1)
    reading.hear(fix(2, 52, ",\"speed\":2"), at: GPSDReading.time(2))
    #expect(reading.fixes.count == 1 && reading.decoder.patience == 0.25)
    reading.hear(fix(2, 52, ",\"speed\":3,\"altMSL\":31"), at: GPSDReading.time(2) + 0.1)
    #expect(reading.fixes.map(\.altitude).last == 31 && reading.fixes.count == 2)
    #expect(reading.decoder.patience == nil)
    // A missing part is waited for once.
    reading.hear(fix(3, 52, ",\"speed\":2"), at: GPSDReading.time(3))
    reading.flush(at: GPSDReading.time(3) + 0.3)
    #expect(reading.fixes.count == 3 && reading.events.last?.time == GPSDReading.time(3) + 0.3)
    reading.hear(fix(4, 52, ",\"speed\":2"), at: GPSDReading.time(4))
    #expect(reading.fixes.count == 4)
  }

  @Test func liveALocationHasTheTimeOfItsArrivalAndThatOfItsMeasurement() {
    let reading = GPSDReading()
    reading.hear(fix(1), at: GPSDReading.time(1) + 0.4)
    let event = reading.events.last
    #expect(event?.time == GPSDReading.time(1) + 0.4 && event?.timestamp == GPSDReading.time(1))
  }

  @Test func implausibleTimeIsIgnoredAndReportedOnce() {
    let reading = GPSDReading()
    let host = GPSDReading.time(1_000_000)
    // A receiver with a wrong week number.
    reading.hear(fix(1) + fix(2), at: host)
    #expect(reading.fixTimes == [host, host])
    // It has learned the week; from then on fixes may also be late, for example after a stuck socket.
    reading.hear(fix(1_000_000), at: host)
    reading.hear(fix(1_000_001), at: host + 600)
    #expect(reading.fixTimes.suffix(2) == [host, host + 1])
    // Years ahead, and back before the credible time.
    reading.hear(fix(900_000_000) + fix(5), at: host + 601)
    #expect(reading.fixTimes.suffix(2) == [host + 601, host + 601])
    let notices = reading.decoder.drainNotices()
    #expect(
      notices == [
        .warning(
          "log: the receiver's time is 2001-09-09T01:46:41Z, this host's 2001-09-20T15:33:20Z: "
            + "locations use the host's (is the clock right? run geoscript doctor)")
      ])
  }

  @Test func aLostFixIsAnErrorOnceForEachLoss() {
    let lost = "{\"class\":\"TPV\",\"device\":\"/dev/ttyUSB0\",\"mode\":1}\n"
    let reading = GPSDReading()
    reading.hear(lost + lost, at: 10)
    #expect(reading.errors == [10])
    reading.hear(fix(1) + lost + lost, at: 20)
    reading.hear(fix(2) + "{\"class\":\"TPV\",\"device\":\"/dev/ttyUSB0\",\"mode\":0}\n", at: 30)
    #expect(reading.errors == [10, 20, 30])
  }

  @Test func logReportsOnlyTheLossOfAFix() {
    let lost = "{\"class\":\"TPV\",\"mode\":1,\"time\":\"1980-01-06T00:00:00Z\"}"
    #expect(GPSDReading.log(lost, lost).events.isEmpty)
    // A time without a fix may be arbitrary.
    #expect(GPSDReading.log(fix(1), lost).errors == [GPSDReading.time(1)])
    let later = "{\"class\":\"TPV\",\"mode\":1,\"time\":\"\(ISO8601.format(GPSDReading.time(7)))\"}"
    #expect(GPSDReading.log(fix(1), later).errors == [GPSDReading.time(7)])
  }

  @Test func aFixInTwoDimensionsHasNoAltitude() {
    let reading = GPSDReading.log(
      "{\"class\":\"TPV\",\"mode\":2,\"time\":\"2026-01-01T00:00:00Z\",\"lat\":1,\"lon\":2,\"altMSL\":7,\"epv\":3}"
    )
    #expect(reading.fixes.map(\.altitude.isNaN) == [true])
    #expect(reading.fixes.map(\.verticalAccuracy.isNaN) == [true])
  }

  @Test(arguments: [
    (",\"altMSL\":10,\"altHAE\":50,\"alt\":50", 10.0), (",\"altHAE\":50,\"geoidSep\":40", 10),
    (",\"alt\":10", 10), (",\"altHAE\":50", .nan),
  ]) func theAltitudeIsAboveTheSea(_ words: String, _ altitude: Double) {
    let found = GPSDReading.log(fix(1, 52, words)).fixes.map(\.altitude)
    #expect(found == [altitude] || (altitude.isNaN && found.map(\.isNaN) == [true]))
  }

  @Test(arguments: [
    (",\"eph\":7,\"epx\":30,\"epy\":40", 7.0), (",\"epx\":3,\"epy\":4", 5), (",\"epx\":3", 5), ("", 5),
    (",\"eph\":0", 5), (",\"eph\":-1", 5),
  ]) func theAccuracyIsTheEstimateAsItIsTold(_ words: String, _ accuracy: Double) {
    #expect(GPSDReading.log(fix(1, 52, words)).fixes.map(\.horizontalAccuracy) == [accuracy])
  }

  @Test func withoutAnEstimateTheDeviationsOfGSTCountThenTheDilution() {
    let noise = "{\"class\":\"GST\",\"device\":\"/dev/ttyUSB0\",\"lat\":6,\"lon\":8,\"alt\":2.5}"
    let sky = "{\"class\":\"SKY\",\"device\":\"/dev/ttyUSB0\",\"hdop\":1.5}"
    let after = GPSDReading.log(sky, fix(1), noise, fix(2, 52, ",\"altMSL\":3"), fix(30))
    #expect(after.fixes.map(\.horizontalAccuracy) == [10, 10, 7.5])
    #expect(after.fixes[1].verticalAccuracy == 2.5)
  }

  @Test func invalidNumbersCountAsMissing() {
    let reading = GPSDReading.log(
      fix(1, 52, ",\"speed\":nan,\"track\":inf,\"eph\":1e999,\"altMSL\":\"high\",\"epv\":[1,{}]"),
      fix(2, 52, ",\"track\":360.0,\"speed\":-3"))
    #expect(reading.fixes.count == 2)
    #expect(reading.fixes[0].speed.isNaN && reading.fixes[0].course.isNaN && reading.fixes[0].altitude.isNaN)
    #expect(reading.fixes[1].course == 0 && reading.fixes[1].speed.isNaN)
  }

  @Test func coordinatesOutOfRangeAreCounted() {
    let reading = GPSDReading.log(fix(1, 91), fix(2))
    #expect(reading.fixes.count == 1)
    #expect(reading.decoder.skips["coordinate out of range"] == 1)
  }

  @Test func truncatedReportIsCountedAndTheNextOneFound() {
    let cut = String(fix(1).prefix(40))
    let reading = GPSDReading.log(
      cut, fix(2), cut + fix(3), "{}", "nothing", "[1]", "{\"class\":\"TPV\",\"mode\":3}}")
    #expect(reading.fixTimes == [GPSDReading.time(2), GPSDReading.time(3)])
    #expect(reading.decoder.skips["not JSON"] == 6)
    #expect(reading.decoder.skips.kinds.first?.entry.first.hasPrefix("log:1: is not a whole report") == true)
  }

  @Test func classesWithoutPhoneDataAreSkipped() {
    let reading = GPSDReading.log(
      "{\"class\":\"AIS\",\"mmsi\":1,\"lat\":5}", "{\"class\":\"PPS\"}", "{\"class\":\"TOFF\"}",
      "{\"class\":\"RTCM3\",\"satellites\":[{\"ident\":1}]}",
      "{\"class\":\"POLL\",\"tpv\":[{\"lat\":1}],\"sky\":[]}")
    #expect(reading.events.isEmpty && reading.decoder.skips.total == 0)
  }

  @Test func satellitesAreAttributesReportedOnChange() {
    // gpsd_json(5), "SKY"; the second without a list, as releases from 3.22 also send.
    let sky = """
      {"class":"SKY","device":"/dev/ttyUSB0","time":"\(ISO8601.format(GPSDReading.time(1)))","hdop":1.24,"satellites":[{"PRN":23,"el":6,"az":84,"ss":0,"used":false},{"PRN":8,"el":66,"az":189,"ss":44,"used":true}]}
      """
    let stronger = sky.replacing("\"ss\":44", with: "\"ss\":40").replacing("1.24", with: "1.23")
    let reading = GPSDReading.log(
      fix(1), sky, stronger, "{\"class\":\"SKY\",\"device\":\"/dev/ttyUSB0\",\"nSat\":9,\"uSat\":7}", fix(2))
    #expect(
      reading.attributes == [
        "{\"receiver\":\"/dev/ttyUSB0\",\"mode\":3,\"satellites\":1,\"satellitesSeen\":2,\"hdop\":1.2}",
        "{\"receiver\":\"/dev/ttyUSB0\",\"mode\":3,\"satellites\":7,\"satellitesSeen\":9,\"hdop\":1.2}",
      ])
    if case .location = reading.events.last?.payload {
    } else {
      Issue.record("attributes come before the fix")
    }
  }

  @Test func aCompassIsAHeading() throws {
    let reading = GPSDReading.log(
      fix(777_622_400), "{\"class\":\"ATT\",\"device\":\"/dev/ttyUSB0\",\"heading\":90,\"mheading\":86}",
      "{\"class\":\"ATT\",\"device\":\"/dev/ttyUSB0\",\"heading\":2}",
      "{\"class\":\"ATT\",\"device\":\"/dev/ttyUSB0\",\"heading\":14223.00,\"mag_st\":\"N\"}",
      fix(777_622_401))
    #expect(reading.headings.count == 2)
    let first = try #require(reading.headings.first)
    #expect(first.magneticHeading == 86 && first.trueHeading == 90)
    // On 1 May 2026 a needle at 52° north, 13° east points 4.962° east of north: WMM2025 by pygeomag 1.1.0.
    let second = try #require(reading.headings.last)
    #expect(second.trueHeading == 2 && abs(second.magneticHeading - (360 + 2 - 4.962)) < 0.005)
    // The example of gpsd_json(5) is not a direction.
    #expect(reading.decoder.skips["heading"] == 1)
  }
}
