import Foundation
import GeoTesting
import Testing

@testable import GeoMap

/// Compared with Foundation's own CGRect, where that says something.
@Suite struct CGGeometryTests {
  @Test func rectsDoWhatFoundationsDo() {
    var random = SplitMix64(seed: 13)
    func side() -> Double { Double(Int.random(in: -6...12, using: &random)) }
    for _ in 0..<20_000 {
      let (a, b) = (Pair(side(), side(), side(), side()), Pair(side(), side(), side(), side()))
      let point = (side(), side())
      #expect(a.ours.minX == a.theirs.minX && a.ours.maxX == a.theirs.maxX && a.ours.midX == a.theirs.midX)
      #expect(a.ours.minY == a.theirs.minY && a.ours.maxY == a.theirs.maxY && a.ours.midY == a.theirs.midY)
      #expect(a.ours.width == a.theirs.width && a.ours.height == a.theirs.height)
      #expect(a.ours.isEmpty == a.theirs.isEmpty && a.ours.isNull == a.theirs.isNull)
      #expect(same(a.ours.standardized, a.theirs.standardized))
      #expect(same(a.ours.union(b.ours), a.theirs.union(b.theirs)), "\(a) \(b)")
      #expect(same(a.ours.offsetBy(dx: 3, dy: -2), a.theirs.offsetBy(dx: 3, dy: -2)), "\(a)")
      #expect(same(a.ours.insetBy(dx: 2, dy: 1), a.theirs.insetBy(dx: 2, dy: 1)), "\(a)")
      #expect(a.ours.contains(b.ours) == a.theirs.contains(b.theirs), "\(a) \(b)")
      #expect(
        a.ours.contains(GeoMap.CGPoint(x: point.0, y: point.1))
          == a.theirs.contains(Foundation.CGPoint(x: point.0, y: point.1)), "\(a) \(point)")
      for (edge, number) in zip(CGRectEdge.allCases, 0...3 as ClosedRange<UInt32>) {
        guard let theirEdge = Foundation.CGRectEdge(rawValue: number) else { continue }
        let (slice, rest) = a.ours.divided(atDistance: 3, from: edge)
        let theirs = a.theirs.divided(atDistance: 3, from: theirEdge)
        #expect(same(slice, theirs.slice) && same(rest, theirs.remainder), "\(a) \(edge)")
      }
      #expect(a.ours.intersects(b.ours) == a.theirs.intersects(b.theirs), "\(a) \(b)")
      #expect(same(a.ours.intersection(b.ours), a.theirs.intersection(b.theirs)), "\(a) \(b)")
    }
  }

  @Test func theConstantsAreWhatTheySay() {
    #expect(CGPointZero == CGPointMake(0, 0) && CGSizeZero == CGSizeMake(0, 0))
    #expect(CGRectZero == CGRectMake(0, 0, 0, 0) && CGRectIsEmpty(CGRectZero) && !CGRectIsNull(CGRectZero))
    #expect(CGRectIsNull(CGRectNull) && CGRectIsEmpty(CGRectNull))
    #expect(CGPointEqualToPoint(CGPointZero, .zero) && CGSizeEqualToSize(CGSizeZero, .zero))
    #expect(CGRectEqualToRect(CGRectZero, .zero) && !CGRectEqualToRect(CGRectZero, CGRectNull))
  }

  private struct Pair: CustomStringConvertible {
    let ours: GeoMap.CGRect
    let theirs: Foundation.CGRect

    init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
      ours = GeoMap.CGRect(x: x, y: y, width: width, height: height)
      theirs = Foundation.CGRect(x: x, y: y, width: width, height: height)
    }

    var description: String { "\(ours.origin.x) \(ours.origin.y) \(ours.size.width) \(ours.size.height)" }
  }

  private func same(_ ours: GeoMap.CGRect, _ theirs: Foundation.CGRect) -> Bool {
    ours.isNull || theirs.isNull
      ? ours.isNull == theirs.isNull
      : ours.origin.x == theirs.origin.x && ours.origin.y == theirs.origin.y
        && ours.size.width == theirs.size.width && ours.size.height == theirs.size.height
  }
}
