import Geo
import Testing

@testable import GeoRender

/// Checks single dots. A dot's share follows from areas: a rect that covers half of it gives half.
@Suite struct PaintingTests {
  @Test func aRectFillsItsDotsAndNoOthers() throws {
    let dots = try Dots { $0.fill(.red, 5, 5, 10, 10) }
    #expect(dots[5, 5] == .red && dots[14, 14] == .red)
    #expect(dots[4, 5] == .clear && dots[5, 15] == .clear)
    #expect(dots.painted == 100)
  }

  @Test func halfADotIsHalfPainted() throws {
    let dots = try Dots { $0.fill(.black, 2.5, 2, 3, 3) }
    #expect(dots[2, 3].isNear(Dot(0, 0, 0, 128)))
    #expect(dots[3, 3] == .black)
    #expect(dots[5, 3].isNear(Dot(0, 0, 0, 128)))
  }

  @Test func theScaleConvertsPointsToDots() throws {
    let dots = try Dots(scale: 3) { $0.fill(.red, 1, 1, 1, 1) }
    #expect(dots.width == 60)
    #expect(dots.painted == 9)
    #expect(dots[3, 3] == .red && dots[5, 5] == .red && dots[6, 6] == .clear)
  }

  @Test func evenOddLeavesAHoleWhereWindingDoesNot() throws {
    var path = CGPath(CGRect(x: 2, y: 2, width: 16, height: 16))
    path.add(CGRect(x: 6, y: 6, width: 8, height: 8))
    let odd = try Dots {
      $0.state.fill = .color(.red); $0.fill(path, .evenOdd)
    }
    let winding = try Dots {
      $0.state.fill = .color(.red); $0.fill(path, .winding)
    }
    #expect(odd[10, 10] == .clear && odd[4, 4] == .red)
    #expect(winding[10, 10] == .red)
  }

  @Test func clippedPartsStayClearUntilTheStateIsRestored() throws {
    let dots = try Dots { context in
      try context.saveGState()
      context.clip(to: CGPath(CGRect(x: 0, y: 0, width: 10, height: 20)))
      #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 10, height: 20))
      context.fill(.red, 0, 0, 20, 10)
      context.restoreGState()
      context.fill(.black, 15, 15, 5, 5)
    }
    #expect(dots[9, 5] == .red && dots[10, 5] == .clear && dots[17, 17] == .black)
  }

  @Test func clipsMeet() throws {
    let dots = try Dots { context in
      context.clip(to: CGPath(CGRect(x: 0, y: 0, width: 10, height: 20)))
      context.clip(to: CGPath(CGRect(x: 5, y: 0, width: 10, height: 20)))
      context.fill(.red, 0, 0, 20, 20)
    }
    #expect(dots[4, 5] == .clear && dots[5, 5] == .red && dots[10, 5] == .clear)
  }

  @Test func transformsMoveScaleAndTurn() throws {
    let dots = try Dots { context in
      context.translateBy(x: 10, y: 10)
      context.rotate(by: .pi / 2)
      context.scaleBy(x: 2, y: 1)
      // x runs downward now: 1…3 becomes 2…6 down, y 0…4 becomes 0…4 to the left.
      context.fill(.red, 1, 0, 2, 4)
    }
    #expect(dots[9, 12] == .red && dots[6, 15] == .red)
    #expect(dots[9, 11] == .clear && dots[5, 13] == .clear && dots[10, 13] == .clear && dots[9, 16] == .clear)
  }

  @Test func aLineIsAsWideAsItsPen() throws {
    let dots = try Dots { context in
      context.state.pen.width = 4
      context.stroke(CGPath([(2, 10), (18, 10)]))
    }
    #expect(dots[10, 8] == .black && dots[10, 11] == .black)
    #expect(dots[10, 7] == .clear && dots[10, 12] == .clear)
    #expect(dots[1, 10] == .clear && dots[2, 10] == .black && dots[18, 10] == .clear)
  }

  @Test func aPenIsStretchedByItsTransform() throws {
    let dots = try Dots { context in
      context.scaleBy(x: 1, y: 4)
      context.state.pen.width = 1
      context.stroke(CGPath([(2, 2.5), (18, 2.5)]))
    }
    #expect(
      dots[10, 8] == .black && dots[10, 11] == .black && dots[10, 7] == .clear && dots[10, 12] == .clear)
  }

  @Test(arguments: [(CGLineCap.butt, false, false), (.square, true, true), (.round, true, false)])
  func capsReachBeyondTheEnd(_ cap: CGLineCap, _ middle: Bool, _ corner: Bool) throws {
    let dots = try Dots { context in
      context.state.pen.width = 8
      context.state.pen.cap = cap
      context.stroke(CGPath([(6, 10), (12, 10)]))
    }
    #expect((dots[14, 10].alpha > 200) == middle)
    #expect((dots[15, 6].alpha > 200) == corner)
  }

  @Test(arguments: [(CGLineJoin.miter, 255), (.bevel, 0), (.round, 0)])
  func joinsFillTheCorner(_ join: CGLineJoin, _ outermost: Int) throws {
    let dots = try Dots { context in
      context.state.pen.width = 8
      context.state.pen.join = join
      context.stroke(CGPath([(4, 18), (4, 4), (18, 4)]))
    }
    #expect(dots[0, 0].alpha == outermost)
    #expect(dots[2, 2].alpha == 255)
  }

  @Test func dashesComeAndGoFromTheirPhase() throws {
    let dots = try Dots { context in
      context.state.pen.width = 2
      context.state.pen.dashes = [4, 2]
      context.state.pen.dashPhase = 1
      context.stroke(CGPath([(0, 10), (20, 10)]))
    }
    let row = (0..<12).map { dots[$0, 10].alpha == 255 }
    #expect(row == [true, true, true, false, false, true, true, true, true, false, false, true])
  }

  @Test func dashesTooFineToBeSeenMakeTheLinePaler() throws {
    let dots = try Dots { context in
      context.state.pen.width = 2
      context.state.pen.dashes = [0.001, 0.003]
      context.stroke(CGPath([(0, 10), (20, 10)]))
    }
    #expect(dots[10, 10].isNear(Dot(0, 0, 0, 64)))
  }

  @Test func aLayerIsPaintedAsOnePicture() throws {
    let dots = try Dots { context in
      context.state.blending.alpha = 0.5
      context.layer {
        context.fill(.red, 0, 0, 12, 20)
        context.fill(.black, 8, 0, 12, 20)
      }
    }
    // Not the red below the black, as without the layer.
    #expect(dots[10, 10].isNear(Dot(0, 0, 0, 128)))
    #expect(dots[4, 10].isNear(Dot(128, 0, 0, 128)))
  }

  @Test func alphaMultipliesThatOfTheColor() throws {
    let dots = try Dots { context in
      context.state.blending.alpha = 0.5
      context.fill(UIColor(red: 1, green: 0, blue: 0, alpha: 0.5), 0, 0, 20, 20)
    }
    #expect(dots[10, 10].isNear(Dot(64, 0, 0, 64)))
  }

  @Test func aHardShadowIsTheShapeMovedAndInOneColor() throws {
    let dots = try Dots { context in
      context.state.blending.shadow = Shadow(offset: CGSize(width: 6, height: 4), blur: 0, color: .blue)
      context.fill(.red, 2, 2, 6, 6)
    }
    #expect(dots[3, 3] == .red && dots[7, 7] == .red)
    #expect(dots[12, 10] == Dot(0, 0, 255) && dots[14, 10] == .clear)
  }

  @Test func aSoftShadowFadesEvenly() throws {
    let dots = try Dots(60, 60) { context in
      context.state.blending.shadow = Shadow(offset: CGSize(width: 100, height: 0), blur: 10, color: .black)
      context.fill(.red, -90, 10, 40, 40)
    }
    // The shape itself is outside. At the shadow's edge half of its alpha is left, far inside all, far
    // outside none.
    #expect(dots[30, 30].alpha > 250)
    #expect(abs((dots[9, 30].alpha + dots[10, 30].alpha) / 2 - 128) < 8)
    #expect(dots[0, 30].alpha < 12)
    #expect(dots[5, 30].alpha < dots[8, 30].alpha && dots[8, 30].alpha < dots[12, 30].alpha)
    // The same on both sides.
    #expect(abs(dots[5, 30].alpha - dots[54, 30].alpha) <= 3)
  }

  @Test func aLayersShadowFallsOnce() throws {
    let dots = try Dots { context in
      context.state.blending.shadow = Shadow(offset: CGSize(width: 0, height: 10), blur: 0, color: .blue)
      context.layer {
        context.fill(.red, 0, 0, 10, 5)
        context.fill(.red, 5, 0, 10, 5)
      }
    }
    #expect(dots[7, 12] == Dot(0, 0, 255) && dots[7, 2] == .red && dots[16, 12] == .clear)
  }
}
