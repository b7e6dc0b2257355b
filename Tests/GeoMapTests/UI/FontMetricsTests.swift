import Testing

@testable import GeoMap

/// Widths by PyPI's uharfbuzz: as HarfBuzz 15.0.0 shapes DejaVu Sans 2.37 without kerning, in 2048 parts of an em.
@Suite struct FontMetricsTests {
  private static let shaped: [(String, Double)] = [
    ("abcd", 4981), ("Colorado", 9155), ("AV", 2802), ("Zürich", 6536), ("Москва", 7845), ("Ελλάδα", 7671),
    ("ירושלים", 6604), ("Wałęsa 1,234 km", 17790), ("Österreich–Ungarn", 19195),
    ("مكة المكرمة", 10810), ("الرياض", 5993), ("سلام", 4206), ("القاهرة الكبرى", 12462),
  ]
  private let em = UIFont.systemFont(ofSize: 2048)
  private let bold = UIFont.boldSystemFont(ofSize: 2048)

  @Test(arguments: shaped)
  func widthsAreThoseOfTheTypeface(text: String, width: Double) {
    #expect(em.measure(text).width == width)
  }

  @Test func boldLettersHaveWidthsOfTheirOwn() {
    #expect(bold.measure("Colorado").width == 10284)
    #expect(bold.measure("القاهرة الكبرى").width == 14979)
    #expect(UIFont(name: "Helvetica-Bold", size: 9).isBold && !UIFont(name: "Helvetica", size: 9).isBold)
  }

  @Test func eastAsianLettersAreAsWideAsTheyAreHigh() {
    #expect(em.measure("東京タワー").width == 5 * 2048)
    #expect(em.measure("ｱｲ").width == 2048)
  }

  @Test func marksTakeNoRoom() {
    #expect(em.measure("e\u{301}").width == em.measure("e").width)
  }

  @Test func aLineIsAsHighAsAscentAndDescentOfTheTypeface() {
    // hhea of DejaVuSans.ttf: 1901 and −483.
    #expect(em.lineHeight == 2384)
    #expect(em.measure("a\nb\n").height == 3 * 2384)
    #expect(em.measure("a\nb\nc", lines: 2).height == 2 * 2384)
  }

  @Test func aTextIsBrokenBetweenWords() {
    let font = UIFont.systemFont(ofSize: 10)
    let word = font.measure("abcd").width
    let whole = font.measure("abcd abcd").width
    #expect(font.measure("abcd abcd", width: whole).height == font.lineHeight)
    let broken = font.measure("abcd abcd", width: whole - 0.1)
    #expect(broken == CGSize(width: word, height: 2 * font.lineHeight))
    // The space at the end of a row takes no room in it.
    #expect(font.measure("abcd abcd", width: word).width == word)
  }

  @Test func aWordLongerThanARowIsBrokenWithin() {
    let font = UIFont.systemFont(ofSize: 10)
    let four = font.measure("aaaa").width
    #expect(font.measure("aaaaaaaaaa", width: four) == CGSize(width: four, height: 3 * font.lineHeight))
  }

  @Test func eastAsianTextIsBrokenAnywhere() {
    let font = UIFont.systemFont(ofSize: 10)
    #expect(font.measure("東京都千代田区", width: 35) == CGSize(width: 30, height: 3 * font.lineHeight))
  }
}
