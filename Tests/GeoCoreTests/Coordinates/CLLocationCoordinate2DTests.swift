import Testing

@testable import GeoCore

@Suite struct CLLocationCoordinate2DTests {
  /// MG-23: `CLLocationCoordinate2DIsValid` accepts anything, NaN too, and answers.
  @Test func validityJudgesRangeAndNaN() {
    #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(90, -180)))
    #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(90.1, 0)))
    #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(0, 180.1)))
    #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(.nan, 0)))
    #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
  }
}
