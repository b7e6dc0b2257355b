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

  @Test(arguments: ["Mars/North", "", "/", "Xyzzyquux/Plughplover"])
  func aFarNameGetsNoAdvice(name: String) { #expect(ZoneNames.advice(for: name) == "") }
}
