import Testing

@testable import GeoCore

@Suite struct ISO8601Tests {
  // Expected values computed with GNU date: date -u -d … +%s.
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0),
    ("2026-11-21T04:05:06Z", 1_795_233_906),
    ("2026-11-21 04:05:06", 1_795_233_906),
    ("2026-11-21t04:05:06z", 1_795_233_906),
    ("2026-11-21T13:05:06+09:00", 1_795_233_906),
    ("2026-11-21T13:05:06+0900", 1_795_233_906),
    ("2026-11-21T13:05:06+09", 1_795_233_906),
    ("2026-11-20T18:35:06-09:30", 1_795_233_906),
    ("2026-11-21T04:05Z", 1_795_233_900),
    ("2026-11-21", 1_795_219_200),
    (" 2026-11-21 \n", 1_795_219_200),
    ("2026-11-21T04:05:06.25Z", 1_795_233_906.25),
    ("2026-11-21T04:05:06,25Z", 1_795_233_906.25),
    ("2000-02-29", 951_782_400),
    ("1969-12-31T23:59:59Z", -1),
  ])
  func readsTheUsualForms(text: String, expected: Double) {
    #expect(ISO8601.parse(text) == expected)
  }

  @Test func aLeapSecondIsTheNextMinute() {
    #expect(ISO8601.parse("2016-12-31T23:59:60Z") == ISO8601.parse("2017-01-01T00:00:00Z"))
  }

  @Test func digitsBeyondTheNinthAreNotUsed() {
    #expect(ISO8601.parse("1970-01-01T00:00:00.1234567891234567891234567Z") == 0.123456789)
  }

  @Test(arguments: [
    "", "Z", "2026", "2026-11", "2026-13-01", "2026-00-10", "2026-02-29", "1900-02-29", "2026-11-00",
    "2026-11-21T25:61", "2026-11-21T24:00:00Z", "2026-11-21T04:60:00Z", "2026-11-21T04:05:61Z",
    "2026-11-21T04:05:06.Z", "2026-11-21T04:05:06+9", "2026-11-21T04:05:06+09:", "2026-11-21T04:05:06+24:00",
    "2026-11-21T04:05:06Zx", "2026-11-21T", "2026-1-2", "-026-11-21", "21/11/2026", "2026-11-21T04",
  ])
  func refusesWhatIsNoDate(text: String) {
    #expect(ISO8601.parse(text) == nil)
  }

  @Test func writesMillisecondsOnlyWhenNotWhole() {
    #expect(ISO8601.format(1_795_233_906) == "2026-11-21T04:05:06Z")
    #expect(ISO8601.format(1_795_233_906.25) == "2026-11-21T04:05:06.250Z")
    #expect(ISO8601.format(1_795_233_905.9999) == "2026-11-21T04:05:06Z")
    #expect(ISO8601.format(-0.5) == "1969-12-31T23:59:59.500Z")
  }

  @Test func timesWithoutFourDigitYearAreSeconds() {
    #expect(ISO8601.format(.infinity) == "inf s")
    #expect(ISO8601.format(.nan) == "nan s")
    #expect(ISO8601.format(253_402_300_799) == "9999-12-31T23:59:59Z")
    #expect(ISO8601.format(253_402_300_800) == "253402300800.0 s")
  }

  @Test func everyDayOfEightCenturiesComesBack() {
    for day in stride(from: -146_097, through: 146_097, by: 1) {
      let time = Double(day) * 86_400
      #expect(ISO8601.parse(ISO8601.format(time)) == time)
    }
  }

  /// What programs read has one form; GNU date: date -u -d @1795233906 +%FT%TZ.
  @Test(
    arguments: [
      (1_795_233_906, #""2026-11-21T04:05:06Z""#), (1_795_233_906.25, #""2026-11-21T04:05:06.250Z""#),
      (-1, #""1969-12-31T23:59:59Z""#), (1e15, "1000000000000000.0"), (.nan, "null"),
    ] as [(Double, String)])
  func anInstantInJSONIsUTC(time: Double, json: String) {
    #expect(JSONValue.time(time).description == json)
  }
}
