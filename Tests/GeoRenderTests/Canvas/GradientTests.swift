import Geo
import Testing

@testable import GeoRender

@Suite struct GradientTests {
  private func black(_ from: Double, to: Double) throws -> CGGradient {
    try CGGradient(colors: [UIColor(white: from), UIColor(white: to)])
  }

  @Test func aLinearGradientGoesOverEvenly() throws {
    let gradient = try black(0, to: 1)
    let dots = try Dots(100, 4) { context in
      context.draw(gradient, .linear(from: .zero, to: CGPoint(x: 100, y: 0)))
    }
    for x in stride(from: 0, to: 100, by: 9) {
      // The middle of the dot, x + ½ of 100.
      let value = Int(((Double(x) + 0.5) / 100 * 255).rounded())
      #expect(dots[x, 2].isNear(Dot(value, value, value)), "\(x)")
    }
  }

  @Test func theStopsOfTheDocumentLieWhereTheySay() throws {
    // OR-18.
    let gradient = try CGGradient(
      colors: [
        .blue.withAlphaComponent(0.5), .white.withAlphaComponent(0.8), .white.withAlphaComponent(0.8),
        .blue.withAlphaComponent(0.5),
      ], locations: [0, 0.33, 0.66, 1])
    let dots = try Dots(1, 100) { context in
      context.draw(gradient, .linear(from: .zero, to: CGPoint(x: 0, y: 100)))
    }
    #expect(dots[0, 0].isNear(Dot(1, 1, 129, 129), 3))
    #expect(dots[0, 50].isNear(Dot(204, 204, 204, 204)))
    #expect(dots[0, 99].isNear(Dot(1, 1, 129, 129), 3))
  }

  @Test(arguments: [false, true], [false, true])
  func nothingIsPaintedBeyondTheEndsUnlessAsked(_ before: Bool, _ after: Bool) throws {
    var options = CGGradientDrawingOptions()
    if before { options.insert(.drawsBeforeStartLocation) }
    if after { options.insert(.drawsAfterEndLocation) }
    let gradient = try black(0.2, to: 0.8)
    let linear = try Dots(100, 4) { context in
      context.draw(
        gradient, .linear(from: CGPoint(x: 30, y: 0), to: CGPoint(x: 70, y: 0)), options: options)
    }
    #expect(linear[28, 2] == (before ? Dot(51, 51, 51) : .clear))
    #expect(linear[72, 2] == (after ? Dot(204, 204, 204) : .clear))
    #expect(linear[50, 2].isNear(Dot(128, 128, 128), 3))
    let radial = try Dots(100, 100) { context in
      let middle = CGPoint(x: 50, y: 50)
      context.draw(
        gradient, .radial(from: middle, startRadius: 10, to: middle, endRadius: 30), options: options)
    }
    #expect(radial[50, 50] == (before ? Dot(51, 51, 51) : .clear))
    #expect(radial[85, 50] == (after ? Dot(204, 204, 204) : .clear))
    #expect(radial[70, 50].isNear(Dot(128, 128, 128), 5))
  }

  @Test func aGradientWithoutLengthPaintsNothing() throws {
    let gradient = try black(0, to: 1)
    let dots = try Dots { context in
      context.draw(gradient, .linear(from: .zero, to: .zero))
      context.draw(gradient, .radial(from: .zero, startRadius: 5, to: .zero, endRadius: 5))
      context.draw(gradient, .radial(from: .zero, startRadius: -5, to: .zero, endRadius: 5))
      context.draw(gradient, .linear(from: CGPoint(x: Double.nan, y: 0), to: CGPoint(x: 1, y: 1)))
      context.scaleBy(x: 0, y: 1)
      context.draw(gradient, .linear(from: .zero, to: CGPoint(x: 10, y: 0)))
    }
    #expect(dots.painted == 0)
  }
}
