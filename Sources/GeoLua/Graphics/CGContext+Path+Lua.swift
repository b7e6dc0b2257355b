import Geo
import LuaBridge

/// The path in the making.
extension CGContext {
  static func declarePath(_ f: LuaForms<CGContext>) {
    let work = f.work
    f.member("BeginPath", "Forgets the path in the making, as all painting does.") { $0.beginPath() }
    f.member("MoveToPoint", ["x", "y"], "Begins a piece of the path.") {
      (me: CGContext, x: FiniteNumber, y: FiniteNumber) in
      try work.requireRoom(for: 1, in: me.path)
      me.move(to: CGPoint(x: x.value, y: y.value))
    }
    f.member("AddLineToPoint", ["x", "y"], "Adds a line to a point.") {
      (me: CGContext, x: FiniteNumber, y: FiniteNumber) in
      try work.requireRoom(for: 1, in: me.path)
      me.addLine(to: CGPoint(x: x.value, y: y.value))
    }
    f.member(
      "AddCurveToPoint", ["cp1x", "cp1y", "cp2x", "cp2y", "x", "y"],
      "Adds a curve to x, y that two controls pull."
    ) {
      (
        me: CGContext, cp1x: FiniteNumber, cp1y: FiniteNumber, cp2x: FiniteNumber, cp2y: FiniteNumber,
        x: FiniteNumber, y: FiniteNumber
      ) in
      try work.requireRoom(for: 1, in: me.path)
      me.addCurve(
        to: CGPoint(x: x.value, y: y.value), control1: CGPoint(x: cp1x.value, y: cp1y.value),
        control2: CGPoint(x: cp2x.value, y: cp2y.value))
    }
    f.member(
      "AddQuadCurveToPoint", ["cpx", "cpy", "x", "y"], "Adds a curve to x, y that one control pulls."
    ) { (me: CGContext, cpx: FiniteNumber, cpy: FiniteNumber, x: FiniteNumber, y: FiniteNumber) in
      try work.requireRoom(for: 1, in: me.path)
      me.addQuadCurve(to: CGPoint(x: x.value, y: y.value), control: CGPoint(x: cpx.value, y: cpy.value))
    }
    f.member("ClosePath", "Ends the piece with a line to where it began.") { $0.closePath() }
  }

  static func declareShapes(_ f: LuaForms<CGContext>) {
    let work = f.work
    f.member(
      "AddLines", ["points", "count"],
      "Begins a piece at the first of many points, or x and y by turns, with lines to the others."
    ) { (me: CGContext, list: PointList, count: Int?) in
      let points = list.first(count)
      try work.requireRoom(for: points.count, in: me.path)
      me.addLines(points)
    }
    f.member("AddRect", ["rect"], "Adds a rect.") { (me: CGContext, rect: DrawnRect) in
      try work.requireRoom(for: 5, in: me.path)
      me.addRect(rect.value)
    }
    f.member("AddRects", ["rects", "count"], "Adds several rects.") {
      (me: CGContext, rects: [DrawnRect], count: Int?) in
      try work.requireRoom(for: 5 * rects.count, in: me.path)
      for rect in rects.prefix(count.map { max(0, $0) } ?? rects.count) { me.addRect(rect.value) }
    }
    f.member("AddEllipseInRect", ["rect"], "Adds the ellipse in a rect.") {
      (me: CGContext, rect: DrawnRect) in
      try work.requireRoom(for: 6, in: me.path)
      me.addEllipse(in: rect.value)
    }
    f.member(
      "AddArc", ["x", "y", "radius", "startAngle", "endAngle", "clockwise"],
      "Adds part of a circle; angles in radians from x to y, on the screen clockwise unless `clockwise` is 1: "
        + "y grows downward here."
    ) {
      (
        me: CGContext, x: FiniteNumber, y: FiniteNumber, radius: Length, start: FiniteNumber,
        end: FiniteNumber,
        clockwise: Flag
      ) in
      try work.requireRoom(for: 6, in: me.path)
      me.addArc(
        center: CGPoint(x: x.value, y: y.value), radius: radius.value, startAngle: start.value,
        endAngle: end.value, clockwise: clockwise.value)
    }
    f.member(
      "AddArcToPoint", ["x1", "y1", "x2", "y2", "radius"],
      "Adds a line towards x1, y1 that turns into an arc, which touches the line from there to x2, y2."
    ) {
      (me: CGContext, x1: FiniteNumber, y1: FiniteNumber, x2: FiniteNumber, y2: FiniteNumber, radius: Length)
      in
      try work.requireRoom(for: 6, in: me.path)
      me.addArc(
        tangent1End: CGPoint(x: x1.value, y: y1.value), tangent2End: CGPoint(x: x2.value, y: y2.value),
        radius: radius.value)
    }
    f.member("AddPath", ["path"], "Adds a path.") { (me: CGContext, path: CGPath) in
      try work.requireRoom(for: path.verbs.count, in: me.path)
      me.add(path)
    }
    f.member(
      "ReplacePathWithStrokedPath",
      "Replaces the path with the outline of its stroke, in overlapping pieces, to fill or to clip to."
    ) { me in
      work.spend(points: 20 * me.path.points.count)
      me.replacePathWithStrokedPath()
      try work.requireRoom(for: 0, in: me.path)
    }
  }

  static func declarePathQuestions(_ f: LuaForms<CGContext>) {
    let work = f.work
    f.member("IsPathEmpty", .none, "Returns whether nothing is in the path.") { $0.path.isEmpty }
    f.member("GetPathCurrentPoint", .none, "Returns where the next line begins, (0, 0) without a path.") {
      FinitePoint(value: $0.currentPoint ?? .zero)
    }
    f.member(
      "GetPathBoundingBox", .none,
      "Returns the smallest rect around the path's points, the null rect without."
    ) { me in
      work.spend(points: me.path.points.count)
      return me.copiedPath.controlBounds
    }
    f.member("CopyPath", .none, "Returns a copy of the path, in the coordinates of the context.") {
      me in
      work.spend(points: me.path.points.count)
      return me.copiedPath
    }
    f.member(
      "PathContainsPoint", ["point", "mode"], .none,
      "Returns whether painting the path as a `kCGPath…` says would paint a point."
    ) { (me: CGContext, point: FinitePoint, mode: Constant<CGPathDrawingMode>) in
      work.spend(points: 20 * me.path.points.count)
      return me.pathContains(point.value, mode.value)
    }
  }
}

extension PointList {
  /// The first so many, all without a number: C has to be told how long an array is.
  func first(_ count: Int?) -> [CGPoint] {
    guard let count, count < points.count else { return points }
    return Array(points.prefix(max(0, count)))
  }
}
