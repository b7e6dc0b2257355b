import Geo
import Testing

@testable import GeoWorkshop

/// Times of `--at` and `:at`: HO-152.
@Suite struct ClockTimeTests {
  // 2026-05-04T10:00:00Z.
  private static let start = 1_777_888_800.0

  private func time(_ text: String, last: Double? = start + 300, margin: Double = 0) throws -> Double {
    try ClockTime.moment(text, from: Self.start, in: .utc, margin: margin) { last }.time - Self.start
  }

  @Test func theFirstSuchTimeIsMeant() throws {
    #expect(try time("10:02") == 120)
    #expect(try time("10:00") == 0)
    #expect(try time("2026-05-03T10:00:00Z") == -86_400)
  }

  @Test func aTimeThatHasPassedIsOfTheNextDayOnlyIfThereIsOne() throws {
    // The recording ends on its day: 9 o'clock is an hour before it, and 10:10 behind it.
    #expect(try time("09:00") == -3600)
    #expect(try time("10:10") == 600)
    // It ends on the next day.
    #expect(try time("09:00", last: Self.start + 86_400) == 82_800)
    #expect(try time("09:00", last: Self.start + 82_799) == -3600)
    // Where the end is not known, such as that of a pipe.
    #expect(try time("09:00", last: nil) == 82_800)
    // Just before the first event is near enough.
    #expect(try time("09:55", last: Self.start + 86_400, margin: 600) == -300)
  }

  @Test(arguments: ["soon", "25:00", "10:60", "10:", ""])
  func otherTextsAreRefused(text: String) {
    #expect { try time(text) } throws: { "\($0)".hasPrefix("--at takes a time such as 10:02") }
  }
}
