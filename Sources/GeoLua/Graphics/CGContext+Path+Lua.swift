import Geo
import LuaBridge

/// The current path.
extension CGContext {
  static func declarePath(_ f: LuaForms<CGContext>) {
    let work = f.work
    f.member("BeginPath", "Discards the current path, as painting does.") { $0.beginPath() }
    f.member("MoveToPoint", ["x", "y"], "Starts a subpath at a point.") {
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
      "Adds a cubic curve to x, y with two control points."
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
      "AddQuadCurveToPoint", ["cpx", "cpy", "x", "y"],
      "Adds a quadratic curve to x, y with one control point."
    ) { (me: CGContext, cpx: FiniteNumber, cpy: FiniteNumber, x: FiniteNumber, y: FiniteNumber) in
      try work.requireRoom(for: 1, in: me.path)
      me.addQuadCurve(to: CGPoint(x: x.value, y: y.value), control: CGPoint(x: cpx.value, y: cpy.value))
    }
    f.member("ClosePath", "Closes the subpath with a line to its start.") { $0.closePath() }
  }

  static func declareShapes(_ f: LuaForms<CGContext>) {
    let work = f.work
    f.member(
      "AddLines", ["points", "count"],
      "Starts a subpath at the first point with lines to the others; takes points, or x and y alternating."
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
    declareArcsAndPaths(f)
  }

  private static func declareArcsAndPaths(_ f: LuaForms<CGContext>) {
    let work = f.work
    f.member(
      "AddArc", ["x", "y", "radius", "startAngle", "endAngle", "clockwise"],
      "Adds an arc of a circle; angles in radians. It runs clockwise on the screen unless `clockwise` is 1, "
        + "because y grows downward here."
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
      "Adds a line toward x1, y1 and an arc that touches the line from there to x2, y2."
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
      "Replaces the path with the outline of its stroke, in overlapping subpaths, to fill or clip to."
    ) { me in
      try work.spend(outlining: me.path)
      me.replacePathWithStrokedPath()
      try work.requireRoom(for: 0, in: me.path)
    }
  }

  static func declarePathQuestions(_ f: LuaForms<CGContext>) {
    let work = f.work
    f.member("IsPathEmpty", .none, "Returns whether the path is empty.") { $0.path.isEmpty }
    f.member("GetPathCurrentPoint", .none, "Returns the end of the path; (0, 0) if it is empty.") {
      FinitePoint(value: $0.currentPoint ?? .zero)
    }
    f.member(
      "GetPathBoundingBox", .none,
      "Returns the smallest rect that encloses the path's points; the null rect if it is empty."
    ) { me in
      work.spend(points: me.path.points.count)
      return me.copiedPath.controlBounds
    }
    f.member("CopyPath", .none, "Returns a copy of the path in the context's coordinates.") {
      me in
      work.spend(points: me.path.points.count)
      return me.copiedPath
    }
    f.member(
      "PathContainsPoint", ["point", "mode"], .none,
      "Returns whether painting the path with a `kCGPath…` would paint a point."
    ) { (me: CGContext, point: FinitePoint, mode: Constant<CGPathDrawingMode>) in
      work.spend(points: 20 * me.path.points.count)
      return me.pathContains(point.value, mode.value)
    }
  }
}

extension PointList {
  /// The first `count` elements, or all without a count: C functions take the length of an array.
  func first(_ count: Int?) -> [CGPoint] {
    guard let count, count < points.count else { return points }
    return Array(points.prefix(max(0, count)))
  }
}
