import Geo
import Testing

@testable import GeoRender

/// Reads our PNG with Cairo's decoder, which is libpng's, and compares it with the original dots.
@Suite struct PNGTests {
  /// Bit depth and color type, from the header.
  private func kind(_ png: [UInt8]) -> [Int] { [Int(png[24]), Int(png[25])] }

  private func check(_ width: Double, _ height: Double, _ body: (CGContext) throws -> Void) throws -> [Int] {
    let canvas = try CairoCanvas(size: CGSize(width: width, height: height))
    try body(CGContext(canvas))
    let maker = CairoCanvasFactory()
    let drawn = try maker.image(of: canvas)
    let png = try maker.png(of: drawn)
    let read = try #require(UIImage(encoded: png))
    #expect(read.size == CGSize(width: width, height: height))
    #expect(try Dots(read) == Dots(drawn))
    #expect(try maker.png(of: drawn) == png)
    return kind(png)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 16, 17, 255, 256])
  func fewColorsBecomeAPalette(_ count: Int) throws {
    for width in [1.0, 7, 8, 9, 33] {
      let found = try check(width, 70) { context in
        for row in 0..<count {
          let color = UIColor(red: Double(row) / 255, green: 0.5, blue: 1)
          let (x, y) = (Double(row % Int(width)), Double(row / Int(width)))
          context.fill(color, x, y, width - x, 70 - y)
        }
      }
      guard Int(width) * 70 > count else { continue }
      #expect(found == [count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8, 3])
    }
  }

  @Test func clearColorsBecomeAPaletteToo() throws {
    let found = try check(9, 9) { $0.fill(UIColor(red: 1, green: 0.5, blue: 0, alpha: 0.4), 2, 2, 4, 4) }
    #expect(found == [1, 3])
  }

  @Test func manyOpaqueColorsNeedNoAlpha() throws {
    let gradient = try CGGradient(colors: [.red, .green, .blue])
    let found = try check(300, 200) { context in
      context.draw(
        gradient, .linear(from: .zero, to: CGPoint(x: 300, y: 190)),
        options: [.drawsAfterEndLocation, .drawsBeforeStartLocation])
      context.fill(.white, 0, 50, 300, 50)
    }
    #expect(found == [8, 2])
  }

  @Test func manyClearColorsKeepTheirAlpha() throws {
    let gradient = try CGGradient(colors: [.red, UIColor(red: 0, green: 1, blue: 0.5, alpha: 0.1), .clear])
    let found = try check(301, 97) { context in
      context.draw(gradient, .linear(from: .zero, to: CGPoint(x: 300, y: 190)))
    }
    #expect(found == [8, 6])
  }

  @Test func noiseIsKept() throws {
    var seed: UInt64 = 3
    let found = try check(64, 64) { context in
      for place in 0..<4096 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let part = { (shift: UInt64) in Double(seed >> shift & 255) / 255 }
        context.fill(
          UIColor(red: part(24), green: part(32), blue: part(40)), Double(place % 64), Double(place / 64), 1,
          1)
      }
    }
    #expect(found == [8, 2])
  }
}
