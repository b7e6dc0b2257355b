import Testing

@testable import GeoCore

@Suite struct NSDateTests {
  @Test func datesSubtractAndCompare() {
    let a = NSDate(timeIntervalSince1970: 10)
    let b = a.addingTimeInterval(5)
    #expect(b.timeIntervalSince(a) == 5)
    #expect(a < b)
    #expect(b.description == "1970-01-01T00:00:15Z")
  }
}
