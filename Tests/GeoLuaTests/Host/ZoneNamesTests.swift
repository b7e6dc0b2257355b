import Testing

@testable import GeoLua

/// Advice on the names of time zones.
@Suite struct ZoneNamesTests {
  @Test(arguments: [
    ("Europe/ljubljana", "Europe/Ljubljana"), ("europe/berlin", "Europe/Berlin"),
    ("Europe/Berln", "Europe/Berlin"),
    ("Ljubljana", "Europe/Ljubljana"), ("CET/Berlin", "Europe/Berlin"), ("New York", "America/New_York"),
    ("America/Buenos Aires", "America/Buenos_Aires"), ("utc", "UTC"),
  ])
  func aNameThatIsNearIsAdvised(name: String, meant: String) {
    #expect(ZoneNames.advice(for: name) == " (did you mean '\(meant)'?)")
    #expect(throws: (any Error).self) { try ZoneInfo.rules(name) }
  }

  /// The sign of `Etc/GMT-2` is that of POSIX; IANA, tz database, file `etcetera`.
  @Test(arguments: [
    ("GMT+2", "Etc/GMT-2", "2 h ahead of UTC"), ("UTC-3", "Etc/GMT+3", "3 h behind UTC"),
    ("+05:00", "Etc/GMT-5", "5 h ahead of UTC"), ("utc+0100", "Etc/GMT-1", "1 h ahead of UTC"),
  ])
  func anOffsetGetsTheZoneOfItsSign(name: String, meant: String, ahead: String) throws {
    #expect(ZoneNames.advice(for: name) == " (did you mean '\(meant)', which is \(ahead)?)")
    _ = try ZoneInfo.rules(meant)
  }

  @Test(arguments: ["Mars/North", "", "/", "Xyzzyquux/Plughplover"])
  func aFarNameGetsNoAdvice(name: String) { #expect(ZoneNames.advice(for: name) == "") }
}
