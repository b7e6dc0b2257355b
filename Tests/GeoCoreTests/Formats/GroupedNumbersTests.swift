import Testing

@testable import GeoCore

/// Numbers in sentences, however large a script or a file makes them.
@Suite struct GroupedNumbersTests {
  @Test func aDistanceIsTold() {
    #expect(distanceText(0.4) == "0 m" && distanceText(999.4) == "999 m")
    #expect(distanceText(12_340) == "12.3 km" && distanceText(1_234_567) == "1,235 km")
  }

  @Test func numbersThatNoIntegerHoldsAreTold() {
    #expect(distanceText(1e300) == "1e+300 m")
    #expect(distanceText(.infinity) == "inf m" && distanceText(.nan) == "nan m")
    #expect(hundredths(1e300) == "1e+300" && hundredths(.greatestFiniteMagnitude).hasSuffix("e+308"))
    #expect(hundredths(1234.5) == "1,234.50")
  }
}
