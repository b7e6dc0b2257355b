import GeoTesting
import Testing

@testable import GeoMap

/// What holds for any rects, of a view and of the map.
@Suite struct PlaneRectPropertyTests {
  @Test func unionsAndIntersectionsOfMapRectsAreThoseOfSets() { check(MKMapRect.self, seed: 11) }
  @Test func unionsAndIntersectionsOfViewRectsAreThoseOfSets() { check(CGRect.self, seed: 12) }

  private func check<Rect: PlaneRect>(_ type: Rect.Type, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for round in 0..<20_000 {
      let (a, b) = (rect(type, &random), rect(type, &random))
      let (union, common) = (a.union(b), a.intersection(b))
      let pair: Comment = "\(round): \(a) \(b)"
      #expect(union == b.union(a) && common == b.intersection(a), pair)
      #expect(a.union(a) == a.standardized && a.intersection(a) == a.standardized, pair)
      #expect(union.union(a) == union && union.union(b) == union, pair)
      #expect(union.contains(a) && union.contains(b), pair)
      #expect(a.contains(common) && b.contains(common), pair)
      #expect(a.intersects(b) == !common.isNull && a.intersects(b) == b.intersects(a), pair)
      #expect(union.isNull == (a.isNull && b.isNull), pair)
      #expect(a.contains(b) == (b.isNull || a.union(b) == a.standardized || sameBounds(a, union)), pair)
      #expect(isProper(union) && isProper(common), pair)
      checkPieces(a, &random)
    }
  }

  private func checkPieces<Rect: PlaneRect>(_ a: Rect, _ random: inout SplitMix64) {
    let amount = Double.random(in: -10...50, using: &random)
    let edge = CGRectEdge.allCases[Int.random(in: 0...3, using: &random)]
    let (slice, rest) = a.divided(atDistance: amount, from: edge)
    #expect(isProper(slice) && isProper(rest))
    #expect(!slice.intersects(rest) || slice.isEmpty || rest.isEmpty || isSliver(slice.intersection(rest)))
    #expect(near(slice.union(rest), a.standardized), "\(a) \(amount) \(edge)")
    let moved = a.offsetBy(dx: amount, dy: -amount)
    #expect(near(moved.offsetBy(dx: -amount, dy: amount), a.standardized))
    let inset = a.insetBy(dx: amount, dy: amount / 2)
    #expect(isProper(inset) && isProper(moved))
    if !inset.isNull { #expect(near(inset.insetBy(dx: -amount, dy: -amount / 2), a.standardized)) }
  }

  /// Null, empty, negative, across the edge of the map, tiny and huge; many with edges in common.
  private func rect<Rect: PlaneRect>(_ type: Rect.Type, _ random: inout SplitMix64) -> Rect {
    func place() -> Double {
      switch Int.random(in: 0...5, using: &random) {
      case 0: .random(in: 0...1e-3, using: &random)
      case 1: 268_435_456 + .random(in: -40...40, using: &random)
      case 2: .random(in: -40...40, using: &random)
      default: Double(Int.random(in: -8...8, using: &random))
      }
    }
    func side() -> Double {
      switch Int.random(in: 0...7, using: &random) {
      case 0, 1: 0
      case 2: -Double(Int.random(in: 0...8, using: &random))
      case 3: 0.1 * Double(Int.random(in: 0...99, using: &random))
      case 4: .random(in: 0...3e8, using: &random)
      default: Double(Int.random(in: 0...8, using: &random))
      }
    }
    switch Int.random(in: 0...19, using: &random) {
    case 0: return .null
    case 1: return Rect(x: .nan, y: place(), width: side(), height: side())
    case 2: return Rect(x: place(), y: -.infinity, width: side(), height: side())
    default: return Rect(x: place(), y: place(), width: side(), height: side())
    }
  }

  /// Whether every rect except null has sides of 0 or more.
  private func isProper<Rect: PlaneRect>(_ rect: Rect) -> Bool {
    rect.isNull ? rect == .null : rect.size.width >= 0 && rect.size.height >= 0
  }

  private func sameBounds<Rect: PlaneRect>(_ a: Rect, _ b: Rect) -> Bool {
    a.minX == b.minX && a.minY == b.minY && a.maxX == b.maxX && a.maxY == b.maxY
  }

  /// Whether two rects are the same but for rounding.
  private func near<Rect: PlaneRect>(_ a: Rect, _ b: Rect) -> Bool {
    a.isNull || b.isNull
      ? a.isNull == b.isNull
      : abs(a.minX - b.minX) < 1e-6 && abs(a.minY - b.minY) < 1e-6 && abs(a.maxX - b.maxX) < 1e-6
        && abs(a.maxY - b.maxY) < 1e-6
  }

  private func isSliver<Rect: PlaneRect>(_ rect: Rect) -> Bool { min(rect.width, rect.height) < 1e-6 }
}
