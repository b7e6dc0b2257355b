import Testing

@testable import GeoMap
@testable import GeoRender

/// Checks texts of views by the dots of pictures and by Pango's measurements.
struct TextPictureTests {
  private static let texts = [
    "Colorado Springs", "Wałęsa 1,234 km", "Москва, Россия", "Ελλάδα", "寿限無、五劫の擦り切れ",
    "東京 Tokyo", "مكة المكرمة", "القاهرة الكبرى", "ירושלים",
  ]

  /// The model's widths are those of the letters without kerning; Pango kerns.
  @Test(arguments: texts, [11.0, 15, 17])
  func measuredTextMatchesDrawnText(text: String, size: Double) throws {
    let canvas = try CairoCanvas(size: CGSize(width: 10, height: 10))
    for font in [UIFont.systemFont(ofSize: size), .boldSystemFont(ofSize: size)] {
      let drawn = canvas.measure(TextBlock(text, font: font))
      let computed = font.measure(text)
      #expect(abs(drawn.width - computed.width) <= max(1, computed.width * 0.03))
      // A label that is as large as its text holds it.
      #expect(drawn.width <= computed.width + 0.5)
      // A line of IPAGothic alone is lower than one of DejaVu Sans.
      #expect(drawn.height <= computed.height + 0.5 && drawn.height >= size * 0.95)
    }
  }

  @Test func kerningMakesATextNarrowerByATenthAtMost() throws {
    let canvas = try CairoCanvas(size: CGSize(width: 10, height: 10))
    let font = UIFont.systemFont(ofSize: 15)
    let text = "AVATAR Type Yo"
    let drawn = canvas.measure(TextBlock(text, font: font)).width
    #expect(drawn < font.measure(text).width && drawn > font.measure(text).width * 0.9)
  }

  @Test(arguments: texts)
  func aLabelOfItsOwnSizeShowsAllOfItsText(text: String) throws {
    let label = UILabel()
    label.text = text
    label.sizeToFit()
    let size = label.bounds.size
    let dots = try Shades(size.width + 20, size.height + 20) { context in
      context.translateBy(x: 10, y: 10)
      label.drawTree(in: context) { Issue.record($0) }
    }
    let ink = try #require(dots.bounds { $0.alpha > 0.3 })
    // Nothing sticks out, and nothing was cut: the letters end where the label does.
    #expect(ink.minX >= 9 && ink.maxX <= 11 + size.width && ink.minY >= 9 && ink.maxY <= 11 + size.height)
    #expect(ink.width >= size.width * 0.92 - 3)
  }

  @Test func aTextStandsInTheMiddleOfItsLabel() throws {
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 60))
    label.text = "HHH"
    label.textAlignment = .center
    let dots = try Shades(100, 60) { label.drawTree(in: $0) { Issue.record($0) } }
    let ink = try #require(dots.bounds { $0.alpha > 0.3 })
    #expect(abs(ink.midX - 50) <= 1 && abs(ink.midY - 30) <= 2)
  }

  @Test func linesOfATextFromRightToLeftEndAtTheRight() throws {
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 200, height: 20))
    label.text = "الرياض"
    label.textAlignment = .natural
    let dots = try Shades(200, 20) { label.drawTree(in: $0) { Issue.record($0) } }
    let ink = try #require(dots.bounds { $0.alpha > 0.3 })
    #expect(ink.maxX > 195 && ink.minX > 100)
  }

  @Test func textThatDoesNotFitEndsWithDots() throws {
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 60, height: 20))
    label.text = "A title that is much too long"
    let dots = try Shades(120, 20) { label.drawTree(in: $0) { Issue.record($0) } }
    let ink = try #require(dots.bounds { $0.alpha > 0.3 })
    #expect(ink.maxX <= 60.5 && ink.maxX > 45)
  }
}
