import Geo
import Testing

@testable import GeoHost

@Suite("Sketches")
struct HostMapTests {
  @Test(arguments: [
    ([1], "1"), ([1, 2], "1, 2"), ([1, 2, 3], "1–3"), ([1, 3, 4, 5, 9], "1, 3–5, 9"),
    ([1, 3, 5, 7, 9], "1, 3, 5 …"),
  ])
  func numbersAreWrittenAsRanges(numbers: [Int], text: String) {
    #expect(NumberRanges.text(numbers) == text)
  }

  /// Values of simplestyle-spec 1.1.0.
  @Test func aFeatureSaysHowItIsDrawn() throws {
    let style = SimpleStyle(
      try JSONParser.parse(
        ##"{"stroke":"#f00","stroke-opacity":0.5,"stroke-width":4,"fill":"00ff00","marker-color":"#0000FF","##
          + ##""marker-symbol":"a"}"##))
    #expect(style.stroke == UIColor(red: 1, green: 0, blue: 0, alpha: 0.5))
    #expect(style.strokeWidth == 4)
    #expect(style.fill == UIColor(red: 0, green: 1, blue: 0, alpha: 0.6))
    #expect(style.markerColor == UIColor(red: 0, green: 0, blue: 1))
    #expect(style.markerSymbol == "A")
  }

  @Test func invalidColorsAreNil() throws {
    let style = SimpleStyle(
      try JSONParser.parse(
        ##"{"stroke":"red","fill":"#12","stroke-width":-1,"marker-symbol":"bus","marker-color":7}"##))
    #expect(style.stroke == nil && style.fill == nil && style.strokeWidth == nil)
    #expect(style.markerSymbol == nil && style.markerColor == nil)
  }
}
