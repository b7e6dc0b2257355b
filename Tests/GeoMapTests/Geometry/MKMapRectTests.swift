import Testing

@testable import GeoCore
@testable import GeoMap

@Suite struct MKMapRectTests {
  private let world = 268_435_456.0

  @Test func theWorldIs256TilesOfZoom20() {
    // - Source: F-1.
    #expect(MKMapSizeWorld == MKMapSizeMake(268_435_456, 268_435_456))
    #expect(MKMapRectWorld == MKMapRectMake(0, 0, 268_435_456, 268_435_456))
  }

  @Test func edgesAreWhereTheyWerePut() {
    let rect = MKMapRectMake(10, 20, 30, 50)
    #expect(MKMapRectGetMinX(rect) == 10 && MKMapRectGetMidX(rect) == 25 && MKMapRectGetMaxX(rect) == 40)
    #expect(MKMapRectGetMinY(rect) == 20 && MKMapRectGetMidY(rect) == 45 && MKMapRectGetMaxY(rect) == 70)
    #expect(MKMapRectGetWidth(rect) == 30 && MKMapRectGetHeight(rect) == 50)
    #expect(MKMapRectEqualToRect(rect, MKMapRect(x: 10, y: 20, width: 30, height: 50)))
    #expect(MKMapPointEqualToPoint(rect.origin, MKMapPointMake(10, 20)))
    #expect(MKMapSizeEqualToSize(rect.size, MKMapSizeMake(30, 50)))
    #expect(!MKMapRectEqualToRect(rect, MKMapRectWorld))
  }

  @Test func onlyARectWithoutAPlaceIsNull() {
    #expect(MKMapRectIsNull(MKMapRectNull))
    #expect(!MKMapRectIsNull(MKMapRectMake(0, 0, 0, 0)))
    for bad in [Double.nan, .infinity, -.infinity] {
      #expect(MKMapRectIsNull(MKMapRectMake(bad, 0, 1, 1)) && MKMapRectIsNull(MKMapRectMake(0, bad, 1, 1)))
    }
    #expect(MKMapRectIsNull(MKMapRectMake(0, 0, .nan, 1)) && MKMapRectIsNull(MKMapRectMake(0, 0, 1, .nan)))
    #expect(!MKMapRectIsNull(MKMapRectMake(0, 0, .infinity, 1)))
    #expect(MKMapRectEqualToRect(MKMapRectNull, MKMapRectMake(.nan, 1, 2, 3)))
  }

  @Test func oneSideOfZeroDoesNotMakeAMapRectEmpty() {
    // - Source: F-3.
    #expect(MKMapRectIsEmpty(MKMapRectMake(5, 5, 0, 0)) && MKMapRectIsEmpty(MKMapRectNull))
    #expect(!MKMapRectIsEmpty(MKMapRectMake(5, 5, 0, 1)) && !MKMapRectIsEmpty(MKMapRectMake(5, 5, 1, 0)))
  }

  @Test func sharedEdgeIsNotAnIntersection() {
    // - Source: F-3.
    let left = MKMapRectMake(0, 0, 10, 10)
    for neighbor in [
      MKMapRectMake(10, 0, 10, 10), MKMapRectMake(0, 10, 10, 10), MKMapRectMake(10, 10, 1, 1),
    ] {
      #expect(!MKMapRectIntersectsRect(left, neighbor))
      #expect(MKMapRectIsNull(MKMapRectIntersection(left, neighbor)))
    }
    #expect(MKMapRectIntersectsRect(left, MKMapRectMake(9.999, 9.999, 10, 10)))
    #expect(MKMapRectIntersection(left, MKMapRectMake(5, -5, 10, 10)) == MKMapRectMake(5, 0, 5, 5))
  }

  @Test func nullMeetsNothingAndAddsNothing() {
    // - Source: F-3.
    for rect in [MKMapRectNull, MKMapRectWorld, MKMapRectMake(1, 2, 0, 0)] {
      #expect(!MKMapRectIntersectsRect(rect, MKMapRectNull))
      #expect(!MKMapRectIntersectsRect(MKMapRectNull, rect))
      #expect(MKMapRectIsNull(MKMapRectIntersection(rect, MKMapRectNull)))
      #expect(MKMapRectUnion(rect, MKMapRectNull) == rect && MKMapRectUnion(MKMapRectNull, rect) == rect)
      #expect(MKMapRectContainsRect(rect, MKMapRectNull))
    }
    #expect(!MKMapRectContainsPoint(MKMapRectNull, MKMapRectNull.origin))
    #expect(MKMapRectInset(MKMapRectNull, 1, 1).isNull && MKMapRectOffset(MKMapRectNull, 1, 1).isNull)
    let (slice, rest) = MKMapRectDivide(MKMapRectNull, 1, .minXEdge)
    #expect(slice.isNull && rest.isNull)
  }

  @Test func aPlaceOrALineMeetsWhatItLiesIn() {
    let rect = MKMapRectMake(0, 0, 10, 10)
    for thin in [MKMapRectMake(5, 5, 0, 0), MKMapRectMake(5, 2, 0, 20), MKMapRectMake(-5, 5, 20, 0)] {
      #expect(MKMapRectIntersectsRect(rect, thin) && MKMapRectIntersectsRect(thin, rect))
      #expect(MKMapRectIntersectsRect(thin, thin) && MKMapRectIntersection(thin, thin) == thin)
    }
    #expect(!MKMapRectIntersectsRect(rect, MKMapRectMake(10, 5, 0, 0)))
    #expect(MKMapRectUnion(rect, MKMapRectMake(20, -1, 0, 0)) == MKMapRectMake(0, -1, 20, 11))
  }

  @Test func theMinimumEdgesAreInside() {
    let rect = MKMapRectMake(0, 0, 10, 10)
    for (x, y) in [(0.0, 0.0), (9.999, 9.999), (0, 5), (5, 5)] {
      #expect(MKMapRectContainsPoint(rect, MKMapPointMake(x, y)))
    }
    for (x, y) in [(-0.001, 0.0), (10, 5), (5, 10), (10.001, 5), (5, .nan), (.infinity, 5)] {
      #expect(!MKMapRectContainsPoint(rect, MKMapPointMake(x, y)))
    }
    #expect(MKMapRectContainsRect(rect, rect) && MKMapRectContainsRect(rect, MKMapRectMake(0, 5, 0, 0)))
    #expect(!MKMapRectContainsRect(rect, MKMapRectMake(5, 5, 6, 1)))
    #expect(!MKMapRectContainsPoint(MKMapRectMake(1, 1, 0, 0), MKMapPointMake(1, 1)))
  }

  @Test func insetsGoInwardAndOutwardButNotBeyondTheMiddle() {
    let rect = MKMapRectMake(0, 0, 10, 20)
    #expect(MKMapRectInset(rect, 2, 3) == MKMapRectMake(2, 3, 6, 14))
    #expect(MKMapRectInset(rect, -2, -3) == MKMapRectMake(-2, -3, 14, 26))
    #expect(MKMapRectInset(rect, 5, 10) == MKMapRectMake(5, 10, 0, 0))
    #expect(MKMapRectInset(rect, 5.1, 0).isNull && MKMapRectInset(rect, 0, 11).isNull)
    #expect(MKMapRectInset(rect, .nan, 0).isNull && MKMapRectInset(rect, -.infinity, 0).isNull)
    #expect(MKMapRectOffset(rect, 1, -1) == MKMapRectMake(1, -1, 10, 20))
    #expect(MKMapRectOffset(rect, .infinity, 0).isNull)
  }

  @Test func slicesAreCutFromTheirEdge() {
    let rect = MKMapRectMake(10, 20, 30, 40)
    let cuts: [(CGRectEdge, MKMapRect, MKMapRect)] = [
      (.minXEdge, MKMapRectMake(10, 20, 5, 40), MKMapRectMake(15, 20, 25, 40)),
      (.minYEdge, MKMapRectMake(10, 20, 30, 5), MKMapRectMake(10, 25, 30, 35)),
      (.maxXEdge, MKMapRectMake(35, 20, 5, 40), MKMapRectMake(10, 20, 25, 40)),
      (.maxYEdge, MKMapRectMake(10, 55, 30, 5), MKMapRectMake(10, 20, 30, 35)),
    ]
    for (edge, slice, rest) in cuts { #expect(MKMapRectDivide(rect, 5, edge) == (slice, rest)) }
    #expect(MKMapRectDivide(rect, -1, .minXEdge) == (MKMapRectMake(10, 20, 0, 40), rect))
    #expect(MKMapRectDivide(rect, 99, .minXEdge) == (rect, MKMapRectMake(40, 20, 0, 40)))
    #expect(MKMapRectDivide(rect, 99, .maxYEdge) == (rect, MKMapRectMake(10, 20, 30, 0)))
    for edge in CGRectEdge.allCases { #expect(MKMapRectDivide(rect, .nan, edge).slice.isThin) }
    // - Source: F-3.
    #expect(CGRectEdge.allCases.map(\.rawValue) == [0, 1, 2, 3])
    #expect(
      CGRectEdge.allCases.map(\.constantName)
        == ["CGRectMinXEdge", "CGRectMinYEdge", "CGRectMaxXEdge", "CGRectMaxYEdge"])
  }

  @Test func anInfiniteSideLeavesNothingUndefined() {
    let strip = MKMapRectMake(0, 0, .infinity, 10)
    let rect = MKMapRectMake(5, 5, 10, 10)
    #expect(MKMapRectUnion(strip, rect) == MKMapRectMake(0, 0, .infinity, 15))
    #expect(MKMapRectIntersection(strip, rect) == MKMapRectMake(5, 5, 10, 5))
    #expect(MKMapRectContainsRect(strip, MKMapRectMake(1e300, 0, 1, 1)))
    #expect(
      MKMapRectDivide(strip, 5, .minXEdge) == (MKMapRectMake(0, 0, 5, 10), MKMapRectMake(5, 0, .infinity, 10))
    )
    #expect(MKMapRectDivide(strip, 5, .maxXEdge) == (MKMapRectNull, strip))
    #expect(MKMapRectIsNull(MKMapRectMake(0, 0, -.infinity, 10)))
  }

  @Test func aNegativeSideReachesTheOtherWay() {
    let rect = MKMapRectMake(10, 20, -5, -8)
    #expect(rect.minX == 5 && rect.maxX == 10 && rect.minY == 12 && rect.maxY == 20)
    #expect(rect.midX == 7.5 && rect.midY == 16 && rect.width == 5 && rect.height == 8)
    #expect(MKMapRectUnion(rect, rect) == MKMapRectMake(5, 12, 5, 8))
    #expect(MKMapRectContainsPoint(rect, MKMapPointMake(6, 13)))
  }

  @Test func whatLiesBeyondTheWorldIsWrappedToTheOtherSide() {
    let east = MKMapRectMake(world - 10, 5, 30, 7)
    #expect(MKMapRectSpans180thMeridian(east))
    #expect(MKMapRectRemainder(east) == MKMapRectMake(0, 5, 20, 7))
    #expect(MKMapRectIntersection(east, MKMapRectWorld) == MKMapRectMake(world - 10, 5, 10, 7))
    let west = MKMapRectMake(-20, 5, 30, 7)
    #expect(MKMapRectSpans180thMeridian(west))
    #expect(MKMapRectRemainder(west) == MKMapRectMake(world - 20, 5, 20, 7))
    let beyond = MKMapRectMake(world + 10, 5, 30, 7)
    #expect(MKMapRectSpans180thMeridian(beyond))
    #expect(MKMapRectRemainder(beyond) == MKMapRectMake(10, 5, 30, 7))
    #expect(MKMapRectRemainder(MKMapRectMake(-30, 5, 20, 7)) == MKMapRectMake(world - 30, 5, 20, 7))
  }

  @Test func whatLiesInTheWorldHasNoRemainder() {
    for rect in [MKMapRectWorld, MKMapRectMake(0, 0, 5, 5), MKMapRectMake(world - 5, 0, 5, 5), MKMapRectNull]
    {
      #expect(!MKMapRectSpans180thMeridian(rect) && MKMapRectRemainder(rect).isNull)
    }
    // Each place of one wider than the world lies inside as well.
    let wide = MKMapRectMake(-10, 0, world + 20, 5)
    #expect(MKMapRectSpans180thMeridian(wide) && MKMapRectRemainder(wide).isNull)
  }

  @Test func rectsMeetAroundTheWorld() {
    // - Source: MG-21: tested at x − W, x, x + W.
    let fiji = MKMapRectMake(world - 10, 100, 20, 20)
    for visible in [
      MKMapRectMake(0, 100, 5, 5), MKMapRectMake(-5, 100, 5, 5), MKMapRectMake(world - 5, 100, 5, 5),
    ] {
      #expect(fiji.intersectsAroundWorld(visible) && visible.intersectsAroundWorld(fiji))
    }
    #expect(!fiji.intersectsAroundWorld(MKMapRectMake(10, 100, 5, 5)))
    #expect(!fiji.intersectsAroundWorld(MKMapRectMake(0, 120, 5, 5)) && !fiji.intersectsAroundWorld(.null))
    #expect(fiji.containsAroundWorld(MKMapPointMake(3, 110)))
    #expect(fiji.containsAroundWorld(MKMapPointMake(world - 3, 110)))
    #expect(
      !fiji.containsAroundWorld(MKMapPointMake(11, 110)) && !fiji.containsAroundWorld(MKMapPointMake(3, 99)))
  }
}

extension MKMapRect {
  fileprivate var isThin: Bool { size.width == 0 || size.height == 0 }
}
