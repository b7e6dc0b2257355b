import Glibc
import RecordingCanvas
import Testing

@testable import GeoMap

/// Building paths, and what they enclose.
@Suite struct CGPathTests {
  private func near(_ a: CGPoint, _ b: CGPoint, within tolerance: Double = 1e-9) -> Bool {
    hypot(a.x - b.x, a.y - b.y) <= tolerance
  }

  private func near(_ a: CGRect, _ b: CGRect, within tolerance: Double = 1e-9) -> Bool {
    near(a.origin, b.origin, within: tolerance) && abs(a.width - b.width) <= tolerance
      && abs(a.height - b.height) <= tolerance
  }

  /// Room grows by doubling, so that a path of many short lines is copied a few times and not for each line.
  @Test func pathsOfManyLinesGrowInFewSteps() {
    var path = CGPath()
    var rooms: Set<Int> = []
    for x in 0..<20_000 {
      path.addLines([CGPoint(x: Double(x), y: 0), CGPoint(x: Double(x), y: 1)])
      rooms.insert(path.points.capacity)
    }
    #expect(path.points.count == 40_000 && rooms.count < 20)
  }

  @Test func whatFollowsACloseBeginsWhereThePieceDid() {
    var path = CGPath()
    path.addLines([CGPoint(x: 1, y: 2), CGPoint(x: 3, y: 2)])
    path.close()
    path.addLine(to: CGPoint(x: 9, y: 9))
    #expect(path.record == "M 1 2 L 3 2 Z M 1 2 L 9 9")
    path.append(CGPath(CGRect(x: 0, y: 0, width: 1, height: 1)), joined: true)
    #expect(path.record == "M 1 2 L 3 2 Z M 1 2 L 9 9 L 0 0 L 1 0 L 1 1 L 0 1 Z")
    #expect(path.currentPoint == CGPoint(x: 1, y: 2))
  }

  // Core Graphics: 0 → π/2 with `clockwise` 0 is a quarter, with 1 the other three, which look counterclockwise
  // where y grows downward (CGContext.h, CGContextAddArc).
  @Test func arcsGoTheWayCoreGraphicsTakes() {
    for (clockwise, pieces) in [(false, 1), (true, 3)] {
      var path = CGPath()
      path.addArc(center: .zero, radius: 2, startAngle: 0, endAngle: .pi / 2, clockwise: clockwise)
      #expect(path.verbs.filter { $0 == .curve }.count == pieces)
      #expect(
        near(path.points[0], CGPoint(x: 2, y: 0)) && near(path.currentPoint ?? .zero, CGPoint(x: 0, y: 2)))
      // A hundredth of a radian on.
      #expect((path.points[1].y > 0) == !clockwise)
    }
  }

  @Test func aTurnOrMoreIsTheWholeCircle() {
    for end in [2 * Double.pi, 7, 1000] {
      var path = CGPath()
      path.addArc(center: .zero, radius: 1, startAngle: 0, endAngle: end, clockwise: false)
      #expect(near(path.boundingBox, CGRect(x: -1, y: -1, width: 2, height: 2), within: 1e-3))
    }
    var empty = CGPath()
    empty.addArc(center: .zero, radius: 1, startAngle: 0, endAngle: .infinity, clockwise: false)
    #expect(empty.isEmpty)
  }

  // The greatest error of a quarter circle by one cubic curve is 2.7253e-4 of the radius (A. Riškus, 2006).
  @Test func arcsStayOnTheirCircle() {
    var path = CGPath()
    path.addArc(center: CGPoint(x: 5, y: 5), radius: 10, startAngle: 0.3, endAngle: 5, clockwise: false)
    for point in path.pieces(tolerance: 1e-4).flatMap(\.points) {
      #expect(abs(hypot(point.x - 5, point.y - 5) - 10) < 10 * 2.8e-4)
    }
  }

  @Test func anArcBetweenTangentsTouchesBoth() {
    for end in [CGPoint(x: 10, y: 10), CGPoint(x: 10, y: -10), CGPoint(x: 3, y: 8), CGPoint(x: 17, y: 1)] {
      var path = CGPath()
      path.move(to: .zero)
      path.addArc(tangent1End: CGPoint(x: 10, y: 0), tangent2End: end, radius: 2)
      let begin = path.points[1]
      #expect(abs(begin.y) < 1e-9 && begin.x < 10)
      // The arc leaves the first line in its direction and arrives on the second.
      #expect(abs(path.points[2].y) < 1e-9 && path.points[2].x > begin.x)
      let last = path.currentPoint ?? .zero
      let cross = (last.x - 10) * end.y - last.y * (end.x - 10)
      #expect(abs(cross) < 1e-9)
      #expect(abs(hypot(last.x - 10, last.y) - (10 - begin.x)) < 1e-9)
    }
  }

  @Test func missingCornerIsALine() {
    for (corner, end, radius) in [
      (CGPoint(x: 5, y: 0), CGPoint(x: 9, y: 0), 2.0), (CGPoint(x: 5, y: 0), CGPoint(x: 5, y: 5), 0),
      (CGPoint.zero, CGPoint(x: 5, y: 5), 1),
    ] {
      var path = CGPath()
      path.move(to: .zero)
      path.addArc(tangent1End: corner, tangent2End: end, radius: radius)
      #expect(path.verbs == [.move, .line] && path.currentPoint == corner)
    }
  }

  // Values by fontTools.misc.bezierTools.calcCubicBounds (fonttools 4).
  @Test func boundsLieCloseAroundCurves() {
    var path = CGPath()
    path.move(to: .zero)
    path.addCurve(
      to: CGPoint(x: 100, y: 0), control1: CGPoint(x: 25, y: 100), control2: CGPoint(x: 75, y: 100))
    #expect(near(path.boundingBox, CGRect(x: 0, y: 0, width: 100, height: 75)))
    #expect(path.controlBounds == CGRect(x: 0, y: 0, width: 100, height: 100))
    var other = CGPath()
    other.move(to: CGPoint(x: 50, y: 0))
    other.addCurve(
      to: CGPoint(x: 50, y: 100), control1: CGPoint(x: 0, y: 50), control2: CGPoint(x: 100, y: 50))
    #expect(near(other.boundingBox, CGRect(x: 35.566243, y: 0, width: 28.867513, height: 100), within: 1e-6))
    #expect(CGPath().boundingBox.isNull)
  }

  @Test func thePointsInsideFollowTheRule() {
    var path = CGPath(CGRect(x: 0, y: 0, width: 10, height: 10))
    path.add(CGRect(x: 2, y: 2, width: 4, height: 4))
    #expect(path.contains(CGPoint(x: 3, y: 3)) && !path.contains(CGPoint(x: 3, y: 3), .evenOdd))
    #expect(path.contains(CGPoint(x: 8, y: 8), .evenOdd) && !path.contains(CGPoint(x: 11, y: 5)))
    #expect(!path.contains(CGPoint(x: Double.nan, y: 1)) && !CGPath().contains(.zero))
    let circle = CGPath(ellipseIn: CGRect(x: -1, y: -1, width: 2, height: 2))
    #expect(circle.contains(CGPoint(x: 0.7, y: 0.7)) && !circle.contains(CGPoint(x: 0.72, y: 0.72)))
  }

  @Test func dashesRunOnAroundCorners() {
    var path = CGPath()
    path.addLines([.zero, CGPoint(x: 4, y: 0), CGPoint(x: 4, y: 4)])
    #expect(path.dashed(phase: 0, lengths: [3, 2]).record == "M 0 0 L 3 0 M 4 1 L 4 4")
    #expect(path.dashed(phase: 4, lengths: [3, 2]).record == "M 1 0 L 4 0 L 4 0 M 4 2 L 4 4")
    #expect(path.dashed(phase: -1, lengths: [3, 2]).record == "M 1 0 L 4 0 L 4 0 M 4 2 L 4 4")
    #expect(path.dashed(phase: 0, lengths: [3]).record == "M 0 0 L 3 0 M 4 2 L 4 4")
    #expect(path.dashed(phase: 0, lengths: []) == path && path.dashed(phase: 0, lengths: [1e-9]) == path)
  }

  @Test func aStrokeEnclosesWhatLiesWithinHalfItsWidth() {
    var path = CGPath()
    path.addLines([.zero, CGPoint(x: 10, y: 0), CGPoint(x: 10, y: 10)])
    var pen = Pen(width: 2)
    func has(_ x: Double, _ y: Double) -> Bool { path.stroked(with: pen).contains(CGPoint(x: x, y: y)) }
    #expect(has(5, 0.9) && !has(5, 1.1) && !has(-0.1, 0) && has(10.9, 5) && has(10.9, -0.9))
    pen.join = .bevel
    #expect(!has(10.9, -0.9) && has(10.4, -0.4))
    pen.join = .round
    #expect(!has(10.9, -0.9) && has(10.6, -0.6))
    (pen.join, pen.miterLimit) = (.miter, 1)
    #expect(!has(10.9, -0.9))
    pen.cap = .square
    #expect(has(-0.9, 0.9) && !has(-1.1, 0))
    pen.cap = .round
    #expect(has(-0.9, 0) && !has(-0.9, 0.9))
    pen.dashes = [2, 2]
    #expect(has(1, 0) && !has(3.5, 0.9))
  }

  @Test func aPointIsADotWhereEndsAreDrawn() {
    var path = CGPath()
    path.addLines([CGPoint(x: 5, y: 5), CGPoint(x: 5, y: 5)])
    var pen = Pen(width: 4)
    #expect(path.stroked(with: pen).isEmpty)
    pen.cap = .round
    #expect(path.stroked(with: pen).contains(CGPoint(x: 6.9, y: 5)))
    path.removeAll()
    path.move(to: .zero)
    #expect(path.stroked(with: pen).isEmpty)
  }

  @Test func roundedRectsTakeUnequalCorners() {
    var path = CGPath()
    path.addRoundedRect(CGRect(x: 0, y: 10, width: 40, height: 20), cornerWidth: 10, cornerHeight: 5)
    #expect(near(path.boundingBox, CGRect(x: 0, y: 10, width: 40, height: 20)))
    #expect(near(path.points[0], CGPoint(x: 10, y: 10)))
    #expect(path.points.contains { near($0, CGPoint(x: 40, y: 15)) })
    #expect(!path.contains(CGPoint(x: 1, y: 10.5)) && path.contains(CGPoint(x: 1, y: 15)))
  }

  @Test func hostileNumbersEndNothing() {
    for bad in [Double.nan, .infinity, -.infinity, 1e308] {
      var path = CGPath()
      path.addLines([.zero, CGPoint(x: bad, y: 1), CGPoint(x: 1, y: bad)])
      path.addCurve(
        to: CGPoint(x: bad, y: bad), control1: CGPoint(x: 1, y: bad), control2: CGPoint(x: bad, y: 2))
      path.addArc(center: CGPoint(x: bad, y: 0), radius: bad, startAngle: bad, endAngle: 1, clockwise: true)
      path.addArc(tangent1End: CGPoint(x: bad, y: 0), tangent2End: CGPoint(x: 1, y: bad), radius: 3)
      path.add(.null, .identity)
      var pen = Pen(width: 3)
      pen.dashes = [3, 1]
      _ = (path.boundingBox, path.contains(CGPoint(x: 1, y: 1)), path.stroked(with: pen))
    }
  }
}
