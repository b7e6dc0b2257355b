import CCairo
import Geo
import Testing

@testable import GeoRender

/// Coordinates that Cairo's 24.8 bits do not hold, and calls that do not belong together.
@Suite struct HostileTests {
  private static let sizes = [1e5, 1e7, 1e9, 1e12, 1e15]

  @Test(arguments: sizes)
  func aHugeRectFillsWhatIsSeenOfIt(_ size: Double) throws {
    let dots = try Dots { $0.fill(.red, -size, 5, 2 * size, 10) }
    #expect(dots.painted == 200)
    #expect(dots[0, 5] == .red && dots[19, 14] == .red && dots[10, 4] == .clear && dots[10, 15] == .clear)
  }

  @Test(arguments: sizes)
  func aHugeTriangleHasItsEdgeWhereItRuns(_ size: Double) throws {
    // Its long side is the diagonal of the picture.
    let dots = try Dots { context in
      context.fill(CGPath([(-size, -size), (size, size), (size, -size)]))
    }
    #expect(dots[12, 8] == .black && dots[8, 12] == .clear)
    #expect(dots.painted > 190 && dots.painted < 230)
  }

  @Test(arguments: sizes)
  func aHugeRingLeavesItsHole(_ size: Double) throws {
    var path = CGPath(CGRect(x: -size, y: -size, width: 2 * size, height: 2 * size))
    path.add(CGRect(x: 5, y: 5, width: 10, height: size))
    let dots = try Dots { $0.fill(path, .evenOdd) }
    #expect(
      dots[10, 10] == .clear && dots[10, 19] == .clear && dots[2, 10] == .black && dots[10, 2] == .black)
    // Both run the same way around: without even-odd there is no hole.
    #expect(try Dots { $0.fill(path, .winding) }.painted == 400)
  }

  @Test(arguments: sizes)
  func aHugeCircleIsRoundWhereItIsSeen(_ size: Double) throws {
    // Its edge passes through the middle, upright.
    let circle = CGPath(ellipseIn: CGRect(x: 10, y: 10 - size, width: 2 * size, height: 2 * size))
    let dots = try Dots { $0.fill(circle) }
    #expect(dots[9, 10] == .clear && dots[11, 10] == .black)
    let ring = try Dots { context in
      context.state.pen.width = 4
      context.stroke(circle)
    }
    #expect(ring[6, 10] == .clear && ring[10, 10] == .black && ring[14, 10] == .clear)
  }

  @Test(arguments: sizes, [CGLineCap.butt, .round, .square])
  func aHugeLineRunsWhereItShould(_ size: Double, _ cap: CGLineCap) throws {
    let dots = try Dots { context in
      context.state.pen.width = 2
      context.state.pen.cap = cap
      context.stroke(CGPath([(-size, -size), (size, size)]))
    }
    #expect(dots[10, 10] == .black && dots[3, 3] == .black && dots[14, 6] == .clear)
    #expect(dots.painted < 100)
  }

  @Test(arguments: sizes)
  func theDashesOfAHugeLineAreThoseOfAShortOne(_ size: Double) throws {
    let lines = try [20, size].map { end in
      try Dots { context in
        context.state.pen.width = 2
        context.state.pen.dashes = [4, 2]
        context.state.pen.dashPhase = 1
        context.stroke(CGPath([(0, 10), (end, 10)]))
      }
    }
    for x in 0..<20 { #expect(lines[0][x, 10].isNear(lines[1][x, 10]), "\(x)") }
  }

  @Test(arguments: sizes)
  func aHugeClipIsWhatIsSeenOfIt(_ size: Double) throws {
    let dots = try Dots { context in
      context.clip(to: CGPath(CGRect(x: 5, y: -size, width: size, height: 2 * size)))
      context.fill(.red, 0, 0, 20, 20)
    }
    #expect(dots[4, 10] == .clear && dots[5, 10] == .red && dots.painted == 300)
  }

  @Test func aClosedLineKeepsItsCornersWhenPartOfItIsFarAway() throws {
    var path = CGPath([(5, 5), (1e9, 5), (1e9, 1e9), (5, 1e9)])
    path.close()
    let dots = try Dots { context in
      context.state.pen.width = 4
      context.stroke(path)
    }
    #expect(dots[3, 3] == .black && dots[3, 15] == .black && dots[15, 3] == .black && dots[10, 10] == .clear)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude, 1e-300])
  func nonFiniteNumbersAreSurvived(_ odd: Double) throws {
    let gradient = try CGGradient(colors: [.red, .blue])
    let dots = try Dots { context in
      var path = CGPath([(2, 2), (odd, 5), (8, odd), (odd, odd), (8, 8)])
      path.addCurve(
        to: CGPoint(x: odd, y: 3), control1: CGPoint(x: 3, y: odd), control2: CGPoint(x: odd, y: odd))
      path.addCurve(to: CGPoint(x: 3, y: 3), control1: CGPoint(x: 3, y: odd), control2: CGPoint(x: 5, y: 5))
      path.close()
      path.addLine(to: CGPoint(x: odd, y: odd))
      for shadow in [
        nil, Shadow(offset: CGSize(width: odd, height: 2), blur: 3), Shadow(offset: .zero, blur: odd),
      ] {
        context.state.blending.shadow = shadow
        context.fill(path)
        context.state.pen.dashes = []
        context.stroke(path)
        for dashes in [[odd], [1, odd], [odd, odd, 1], [0, 0], [1, 2]] {
          context.state.pen.dashes = dashes
          context.state.pen.dashPhase = odd
          context.stroke(path)
          context.state.pen.dashPhase = 0
          context.stroke(path)
        }
        context.state.blending.alpha = odd
        context.fill(path)
        context.layer { context.fill(path) }
        context.state.blending = Blending()
      }
      context.saving { context.clip(to: path) }
      context.state.pen = Pen(width: odd)
      context.stroke(CGPath([(2, 2), (8, 8), (9, 2)]))
      context.state.pen = Pen(width: 2)
      context.state.pen.miterLimit = odd
      context.stroke(CGPath([(2, 2), (8, 8), (2, 2.0001)]))
      for shape in [
        GradientShape.linear(from: CGPoint(x: odd, y: 0), to: CGPoint(x: 1, y: odd)),
        .radial(from: .zero, startRadius: odd, to: .zero, endRadius: 3),
        .radial(from: .zero, startRadius: 1, to: CGPoint(x: odd, y: 2), endRadius: 3),
      ] {
        context.draw(gradient, shape, options: [.drawsAfterEndLocation])
      }
      for transform in [
        CGAffineTransform(scaleX: odd, y: 1), CGAffineTransform(translationX: odd, y: 0),
        CGAffineTransform(a: 1, b: odd, c: 1, d: odd, tx: 0, ty: 0),
      ] {
        context.saving {
          context.concatenate(transform)
          context.fill(CGPath(CGRect(x: 0, y: 0, width: 5, height: 5)))
          context.stroke(CGPath([(0, 0), (5, 5)]))
          context.draw(gradient, .linear(from: .zero, to: CGPoint(x: 5, y: 5)))
          context.draw(TextBlock("text", font: .systemFont(ofSize: 5)), at: .zero)
          _ = context.boundingBoxOfClipPath
        }
      }
      context.fill(.red, 19, 19, 1, 1)
    }
    #expect(dots[19, 19] == .red)
  }

  @Test func aTransformThatFlattensPaintsNothing() throws {
    let dots = try Dots { context in
      context.concatenate(CGAffineTransform(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0))
      context.fill(CGPath(CGRect(x: 0, y: 0, width: 20, height: 20)))
      context.stroke(CGPath([(0, 0), (5, 0), (5, 5)]))
    }
    #expect(dots.painted == 0)
  }

  @Test func closingWithoutOpeningDoesNothing() throws {
    let canvas = try CairoCanvas(size: CGSize(width: 20, height: 20))
    canvas.restore()
    canvas.endLayer(Blending())
    canvas.beginLayer()
    canvas.restore()
    canvas.save()
    canvas.endLayer(Blending())
    canvas.restore()
    canvas.save()
    canvas.endLayer(Blending())
    canvas.beginLayer()
    CGContext(canvas).fill(.red, 0, 0, 5, 5)
    canvas.save()
    canvas.save()
    canvas.endLayer(Blending())
    #expect(cv_canvas_error(canvas.pointer) == nil)
    #expect(try Dots(CairoCanvasFactory().image(of: canvas))[2, 2] == .red)
  }

  @Test(arguments: Picture.Format.allCases)
  func thousandsOfLayersAndStatesAreBorne(_ format: Picture.Format) throws {
    let picture = try Picture(format, size: CGSize(width: 300, height: 300))
    let count = format == .png ? 5000 : 300
    for _ in 0..<count {
      picture.canvas.beginLayer()
      picture.canvas.save()
    }
    CGContext(picture.canvas).fill(.red, 0, 0, 20, 20)
    for _ in 0..<count {
      picture.canvas.restore()
      picture.canvas.endLayer(Blending())
    }
    #expect(cv_canvas_error(picture.canvas.pointer) == nil)
    #expect(try picture.bytes().count > 100)
  }

  @Test(arguments: Picture.Format.allCases)
  func layersLeftOpenAreClosedByTheEnd(_ format: Picture.Format) throws {
    let picture = try Picture(format, size: CGSize(width: 30, height: 30))
    picture.canvas.beginLayer()
    picture.canvas.save()
    picture.canvas.beginLayer()
    CGContext(picture.canvas).fill(.red, 0, 0, 20, 20)
    let bytes = try picture.bytes()
    guard format == .png else { return }
    #expect(try Dots(#require(UIImage(encoded: bytes)))[5, 5] == .red)
  }

  @Test func aMillionDashesAreNotDrawnOneByOne() throws {
    // Ten thousand lines across the picture, each of a hundred thousand dashes, if they were.
    var path = CGPath()
    for row in 0..<10_000 {
      path.move(to: CGPoint(x: -1e6, y: Double(row) / 500))
      path.addLine(to: CGPoint(x: 1e6, y: Double(row) / 500))
    }
    let dots = try Dots { context in
      context.state.pen.dashes = [0.1, 0.1]
      context.stroke(path)
    }
    #expect(dots.painted == 400)
  }

  @Test func emptyPathsPaintNothingAndClipAllAway() throws {
    let dots = try Dots { context in
      context.fill(CGPath())
      context.stroke(CGPath())
      context.clip(to: CGPath())
      #expect(context.boundingBoxOfClipPath.isEmpty)
      context.fill(.red, 0, 0, 20, 20)
      context.layer { context.fill(.red, 0, 0, 20, 20) }
    }
    #expect(dots.painted == 0)
  }
}
