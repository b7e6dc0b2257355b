import CCairo
import Geo
import Testing

@testable import GeoRender

@Suite struct TextTests {
  private let font = UIFont.systemFont(ofSize: 20)
  private let canvas: CairoCanvas

  init() throws { canvas = try CairoCanvas(size: CGSize(width: 10, height: 10)) }

  private func size(_ text: String, _ change: (inout TextBlock) -> Void = { _ in }) -> CGSize {
    var block = TextBlock(text, font: font)
    change(&block)
    return canvas.measure(block)
  }

  private func lines(_ text: String, _ change: (inout TextBlock) -> Void) -> Int {
    var block = TextBlock(text, font: font)
    change(&block)
    return Int(block.withCText { cv_measure($0) }.lines)
  }

  /// DejaVu Sans 2.37's own advance widths, in 2048ths of the size: H 1540, i 569, M 1767; its line is 2384 high.
  @Test func aTextIsAsWideAsItsLetters() {
    #expect(abs(size("H").width - 1540.0 / 2048 * 20) < 0.02)
    #expect(abs(size("HiM").width - (1540.0 + 569 + 1767) / 2048 * 20) < 0.05)
    #expect(abs(size("H").height - 2384.0 / 2048 * 20) < 0.1)
    #expect(size("").width == 0)
  }

  @Test(arguments: [
    ".SFUI-Regular", "Helvetica", "HelveticaNeue", "Helvetica Neue", "Arial", "no such font at all", "", ",,",
  ])
  func fontsThatAreNotThereAreDrawnInOurs(_ name: String) {
    #expect(size("HiM") { $0.font = UIFont(name: name, size: 20) } == size("HiM"))
  }

  @Test func boldLettersAreWider() {
    #expect(size("HiM") { $0.font = .boldSystemFont(ofSize: 20) }.width > size("HiM").width * 1.05)
    #expect(size("iii") { $0.font = UIFont(name: "Courier", size: 20) }.width > size("iii").width * 1.5)
    #expect(Typeface("HelveticaNeue-BoldItalic") == Typeface("Helvetica Bold Italic"))
  }

  @Test(arguments: [
    "Zürich – Łódź", "Москва", "Αθήνα", "القاهرة", "東京都千代田区", "とうきょう", "トウキョウ",
  ])
  func everyLetterHasAShape(_ name: String) throws {
    let found = TextBlock(name, font: font).withCText { cv_measure($0) }
    #expect(found.unknown == 0)
    let dots = try Dots(200, 30) { $0.draw(TextBlock(name, font: font), at: CGPoint(x: 2, y: 2)) }
    #expect(dots.painted > 100)
    // Different letters, not one box for each.
    let other = try Dots(200, 30) { context in
      context.draw(TextBlock(String(name.reversed()), font: font), at: CGPoint(x: 2, y: 2))
    }
    #expect(dots != other)
  }

  @Test func lettersThatNoFontHasAreCounted() {
    #expect(TextBlock("\u{10FFFD}", font: font).withCText { cv_measure($0) }.unknown == 1)
  }

  /// Joined, the letters are narrower than each on its own, and the first one stands on the right.
  @Test func arabicIsJoinedAndRunsFromRightToLeft() throws {
    let word = "سسس"
    let alone = word.reduce(0) { $0 + size(String($1)).width }
    #expect(size(word).width < alone * 0.95)
    let dots = try Dots(80, 30) { $0.draw(TextBlock("ا‌ســـــ", font: font), at: .zero) }
    // The alef, upright, is tallest; it begins the word.
    let tops = (0..<80).map { x in (0..<30).first { dots[x, $0].alpha > 128 } ?? 30 }
    let tallest = try #require(tops.indices.min { tops[$0] < tops[$1] })
    let painted = tops.indices.filter { tops[$0] < 30 }
    #expect(tallest > ((painted.first ?? 0) + (painted.last ?? 0)) / 2)
  }

  @Test func aWidthBreaksLinesAtWords() {
    let text = "one two three four five six"
    let whole = size(text)
    let broken = size(text) { $0.width = 100 }
    #expect(broken.width <= 100)
    #expect(broken.height > whole.height * 2.5)
    #expect(lines(text) { $0.width = 100 } == 3)
    #expect(lines("a\nb\nc") { _ in } == 3)
  }

  @Test func aWordTooLongForItsLineIsBrokenToo() {
    #expect(size("Donaudampfschifffahrtsgesellschaft") { $0.width = 60 }.width <= 60)
  }

  @Test(arguments: [1, 2, 3])
  func noMoreLinesThanAskedForAreWritten(_ most: Int) {
    for text in [
      "one two three four five six seven", "one\ntwo three four five\nsix\nseven\n", "一二三四五六七八九十一二三四五六七八",
    ] {
      #expect(lines(text) { ($0.width, $0.lines) = (80, most) } == most)
      #expect(size(text) { ($0.width, $0.lines) = (80, most) }.width <= 80)
    }
  }

  @Test func truncatedTextEndsInDots() throws {
    // Without a width, dots at the end of the last line show that lines are missing.
    #expect(size("one\ntwo\nthree") { $0.lines = 2 } == size("one\ntwo…"))
    #expect(size("one\ntwo") { $0.lines = 2 } == size("one\ntwo"))
  }

  @Test(arguments: [
    (NSTextAlignment.left, 0.0), (.center, 0.5), (.right, 1), (.natural, 0), (.justified, 0),
  ])
  func linesAreAligned(_ alignment: NSTextAlignment, _ share: Double) throws {
    var block = TextBlock("H", font: font)
    (block.width, block.alignment) = (100, alignment)
    let dots = try Dots(100, 30) { $0.draw(block, at: .zero) }
    let columns = (0..<100).filter { x in (0..<30).contains { dots[x, $0].alpha > 0 } }
    let middle = Double((columns.first ?? 0) + (columns.last ?? 0)) / 2
    #expect(abs(middle - (7.5 + share * 85)) < 2)
  }

  @Test(arguments: [(NSTextAlignment.natural, true), (.left, false), (.right, true)])
  func arabicIsAlignedByItsOwnBeginning(_ alignment: NSTextAlignment, _ isRight: Bool) throws {
    var block = TextBlock("س", font: font)
    (block.width, block.alignment) = (100, alignment)
    let dots = try Dots(100, 40) { $0.draw(block, at: .zero) }
    let columns = (0..<100).filter { x in (0..<40).contains { dots[x, $0].alpha > 0 } }
    #expect(((columns.first ?? 0) > 50) == isRight)
  }

  @Test func aHaloLiesAroundTheLettersAndUnderThem() throws {
    var block = TextBlock("I", font: .systemFont(ofSize: 40))
    let plain = try Dots(40, 60) { $0.draw(block, at: CGPoint(x: 10, y: 5)) }
    block.halo = .init(color: .red, width: 3)
    let haloed = try Dots(40, 60) { $0.draw(block, at: CGPoint(x: 10, y: 5)) }
    let row = (0..<40).filter { plain[$0, 30].alpha == 255 }
    let (first, last) = (try #require(row.first), try #require(row.last))
    #expect(haloed[first - 2, 30] == .red && haloed[last + 2, 30] == .red)
    #expect(haloed[first - 5, 30] == .clear && haloed[(first + last) / 2, 30] == .black)
  }

  @Test func aTextFollowsItsTransform() throws {
    let block = TextBlock("I", font: font)
    let upright = try Dots(40, 40) { $0.draw(block, at: .zero) }
    let turned = try Dots(40, 40) { context in
      context.translateBy(x: 40, y: 0)
      context.rotate(by: .pi / 2)
      context.draw(block, at: .zero)
    }
    #expect(upright.painted > 20)
    for y in 0..<40 {
      for x in 0..<40 { #expect(turned[39 - y, x].isNear(upright[x, y], 12)) }
    }
  }

  @Test func hostileTextsAreSurvived() throws {
    let long = String(repeating: "abc ", count: 200_000)
    for text in [long, "\0\0", "a\0b", String(repeating: "\n", count: 100_000), "\u{202e}\u{200f}\u{feff}"] {
      _ = size(text) { ($0.width, $0.lines) = (100, 3) }
    }
    for size in [Double.nan, .infinity, -1, 0, 1e300, 1e-300, 5000] {
      for width in [Double.nan, .infinity, -1, 0, 1e300, 1e-300] {
        var block = TextBlock("text", font: UIFont(name: "Helvetica", size: size))
        block.width = width
        block.halo = .init(color: .red, width: width)
        let dots = try Dots { context in
          context.draw(block, at: CGPoint(x: width, y: size))
          context.draw(block, at: .zero)
          context.fill(.red, 0, 0, 1, 1)
        }
        #expect(dots[0, 0] == .red)
      }
    }
  }
}
