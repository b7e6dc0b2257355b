import Geo
import Testing

@testable import GeoFormats

/// Amounts with their units.
@Suite struct QuantityTests {
  @Test(arguments: [("90", 90.0), ("90s", 90), ("5m", 300), ("1.5min", 90), ("8h", 28_800), ("2d", 172_800)])
  func secondsHaveUnits(text: String, seconds: Double) throws {
    #expect(try Quantity.seconds(text, "duration") == seconds)
  }

  @Test(arguments: ["", "m", "10x", "-5s", "5 minutes"])
  func otherTextsAreNoTimes(text: String) {
    #expect(throws: GeoError.self) { try Quantity.seconds(text, "duration") }
  }

  @Test(arguments: [
    (
      "145,14",
      "from takes latitude,longitude in degrees, got \"145,14\": latitude 145 is outside −90…90 (are latitude and longitude exchanged?)"
    ),
    (
      "-90.5,200",
      "from takes latitude,longitude in degrees, got \"-90.5,200\": latitude -90.5 is outside −90…90"
    ),
    ("45,214", "from takes latitude,longitude in degrees, got \"45,214\": longitude 214 is outside −180…180"),
    ("45", "from takes latitude,longitude in degrees, got \"45\""),
    ("45;14", "from takes latitude,longitude in degrees, got \"45;14\""),
  ])
  func aPlaceOffTheEarthIsNamed(text: String, message: String) {
    let error = #expect(throws: GeoError.self) { try Quantity.place(text, "from") }
    #expect(error?.message == message)
  }
}
