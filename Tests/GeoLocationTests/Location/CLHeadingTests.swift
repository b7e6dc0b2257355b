import GeoCore
import Testing

@testable import GeoLocation

@Suite struct CLHeadingTests {
  private func heading(_ magnetic: Double, _ true: Double = -1) -> CLHeading {
    CLHeading(
      magneticHeading: magnetic, trueHeading: `true`, headingAccuracy: 5,
      timestamp: NSDate(timeIntervalSince1970: 0))
  }

  @Test(arguments: [
    (0.0, 0.0), (359.999, 359.999), (360, 0), (361, 1), (-1, 359), (-361, 359), (725, 5), (-0.0, 0),
    (-1e-300, 0),
    (-1e-14, 0),
  ])
  func directionsLieFrom0ToBelow360(given: Double, wanted: Double) {
    let found = heading(given, given >= 0 ? given : -1)
    #expect(abs(found.magneticHeading - wanted) < 1e-9)
    #expect((0..<360).contains(found.magneticHeading))
    #expect(found.magneticHeading.sign == .plus)
    if given >= 0 { #expect(abs(found.trueHeading - wanted) < 1e-9) }
  }

  @Test func dueNorthIsAValidTrueHeadingAndNegativeIsInvalid() {
    #expect(heading(350, 0).trueHeading == 0)
    #expect(heading(350, -0.5).trueHeading == -1)
  }

  /// The numbers are of a line that a telephone wrote, published in a developer's source of 2018.
  @Test func isPrintedAsCoreLocationDoes() {
    let heading = CLHeading(
      magneticHeading: 17.63, trueHeading: -1, headingAccuracy: 25, x: -5.68, y: 18.537, z: -28.31,
      timestamp: NSDate(timeIntervalSince1970: 1_516_246_355))
    let text = "magneticHeading 17.63 trueHeading -1.00 accuracy 25.00 x -5.680 y +18.537 z -28.310 @ "
    #expect(heading.description == text + heading.timestamp.description)
  }
}
