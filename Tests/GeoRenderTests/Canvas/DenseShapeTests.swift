import Geo
import Testing

@testable import GeoRender

/// Shapes whose lines cross each other millions of times must look like the same shapes without the extra
/// lines.
@Suite struct DenseShapeTests {
  /// A square with edges halfway through dots, repeated this often.
  private static func square(_ times: Int) -> CGPath {
    let corners = [(10.5, 10.5), (389.5, 10.5), (389.5, 389.5), (10.5, 389.5)]
    var path = CGPath((0..<times).flatMap { _ in corners })
    path.close()
    return path
  }

  private static func filled(_ path: CGPath, _ rule: CGPathFillRule) throws -> Dots {
    try Dots(400, 400) { context in
      context.state.fill = .color(.red)
      context.fill(path, rule)
    }
  }

  private static func difference(_ a: Dots, _ b: Dots) -> Int {
    var worst = 0
    for y in 0..<a.height {
      for x in 0..<a.width { worst = max(worst, abs(a[x, y].alpha - b[x, y].alpha)) }
    }
    return worst
  }

  @Test func anOddWindingNumberIsFilled() throws {
    let once = try Self.filled(Self.square(1), .evenOdd)
    #expect(Self.difference(try Self.filled(Self.square(3001), .evenOdd), once) <= 3)
  }

  @Test func anEvenWindingNumberIsEmptyByOneRuleAndFullByTheOther() throws {
    #expect(try Self.filled(Self.square(3000), .evenOdd).painted == 0)
    let full = try Self.filled(Self.square(3000), .winding)
    #expect(full[200, 200] == .red && full[5, 200] == .clear)
  }

  /// Back and forth between the edges, always the same.
  private static func places(_ count: Int, side: Double) -> [(Double, Double)] {
    (0..<count).map { (Double($0 * 7919 % 1009) / 1009 * side, Double($0 * 104_729 % 997) / 997 * side) }
  }

  @Test(arguments: [0.6, 1, 3, 12])
  func aLineToAndFroIsDrawnAsItsPiecesAre(_ width: Double) throws {
    func drawn(_ body: (CGContext) -> Void) throws -> Dots {
      try Dots(300, 300) { context in
        context.translateBy(x: 20, y: 20)
        context.state.stroke = .color(.red)
        context.state.pen.width = width
        (context.state.pen.cap, context.state.pen.join) = (.round, .round)
        body(context)
      }
    }
    let places = Self.places(12_000, side: 40) + Self.places(300, side: 260)
    let whole = try drawn { $0.stroke(CGPath(places)) }
    let pieces = try drawn { context in
      for (a, b) in zip(places, places.dropFirst()) { context.stroke(CGPath([a, b])) }
    }
    // Where several edges meet in one dot, more than one coverage is right.
    var (sum, apart) = (0, 0)
    for y in 0..<300 {
      for x in 0..<300 {
        let off = abs(whole[x, y].alpha - pieces[x, y].alpha)
        sum += off
        if off > 90 { apart += 1 }
      }
    }
    #expect(Double(sum) / 90_000 < 6)
    #expect(apart < 900)
  }

  @Test func aDenseShapeEndsInTimeOnAnyCanvas() throws {
    let places = Self.places(60_000, side: 500)
    for scale in [1.0, 2] {
      let dots = try Dots(500, 500, scale: scale) { context in
        context.state.blending.alpha = 0.5
        context.state.blending.shadow = Shadow(offset: CGSize(width: 3, height: 3), blur: 4, color: .black)
        context.fill(CGPath(places), .evenOdd)
        context.state.pen.width = 40
        context.stroke(CGPath(places))
      }
      #expect(dots[250, 250].alpha > 127)
    }
  }

  @Test func nonFiniteNumbersLeaveADenseShapeUnchanged() throws {
    var places = Self.places(100_000, side: 300)
    for index in stride(from: 0, to: places.count, by: 1000) {
      places[index] = [(.nan, 1), (1, .infinity), (-1e300, 1e300), (1e9, -1e9)][index / 1000 % 4]
    }
    let dots = try Dots(300, 300) { context in
      context.fill(CGPath(places))
      context.state.pen.dashes = [3, 2]
      context.stroke(CGPath(places))
    }
    #expect(dots.painted > 80_000)
  }
}
