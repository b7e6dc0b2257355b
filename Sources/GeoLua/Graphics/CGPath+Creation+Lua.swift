import Geo
import LuaBridge

/// Functions that create paths.
extension PathObject {
  static func declareMaking(_ g: LuaScope) {
    let work = DrawingWork(g.machine)
    func made(_ path: CGPath, isMutable: Bool = false) throws -> PathObject {
      try work.requireRoom(for: path.verbs.count, in: CGPath())
      return PathObject(path, isMutable: isMutable)
    }
    g.function("CGPathCreateMutable", .none, "Returns an empty, mutable path.") {
      PathObject(CGPath(), isMutable: true)
    }
    g.function("CGPathCreateCopy", ["path"], .none, "Returns an immutable copy of a path.") {
      (path: CGPath) in try made(path)
    }
    g.function("CGPathCreateMutableCopy", ["path"], .none, "Returns a mutable copy of a path.") {
      (path: CGPath) in try made(path, isMutable: true)
    }
    g.function("CGPathCreateWithRect", ["rect", "transform"], .none, "Returns a rect as a path.") {
      (rect: FiniteRect, t: FiniteTransform?) in try made(CGPath(rect.value).applying(t.orIdentity))
    }
    g.function(
      "CGPathCreateWithEllipseInRect", ["rect", "transform"], .none,
      "Returns the ellipse in a rect as a path."
    ) { (rect: FiniteRect, t: FiniteTransform?) in
      try made(CGPath(ellipseIn: rect.value).applying(t.orIdentity))
    }
    g.function(
      "CGPathCreateWithRoundedRect", ["rect", "cornerWidth", "cornerHeight", "transform"], .none,
      "Returns a rect with rounded corners as a path."
    ) { (rect: FiniteRect, width: Length, height: Length, t: FiniteTransform?) in
      var path = CGPath()
      path.addRoundedRect(rect.value, cornerWidth: width.value, cornerHeight: height.value)
      return try made(path.applying(t.orIdentity))
    }
    g.function(
      "CGPathCreateCopyByTransformingPath", ["path", "transform"], .none,
      "Returns a transformed copy of a path."
    ) { (path: CGPath, t: FiniteTransform?) in try made(path.applying(t.orIdentity)) }
    g.function(
      "CGPathCreateCopyByStrokingPath",
      ["path", "transform", "lineWidth", "lineCap", "lineJoin", "miterLimit"],
      .none, "Returns the outline of a path's stroke, in overlapping subpaths."
    ) {
      (
        path: CGPath, t: FiniteTransform?, width: Length, cap: Constant<CGLineCap>,
        join: Constant<CGLineJoin>,
        miter: Length
      ) in
      try work.spend(outlining: path)
      var pen = Pen(width: width.value)
      (pen.cap, pen.join, pen.miterLimit) = (cap.value, join.value, miter.value)
      return try made(path.stroked(with: pen).applying(t.orIdentity))
    }
    g.function(
      "CGPathCreateCopyByDashingPath", ["path", "transform", "phase", "lengths", "count"], .none,
      "Returns the dashes of a path."
    ) { (path: CGPath, t: FiniteTransform?, phase: FiniteNumber, lengths: DashLengths, count: Int?) in
      work.spend(points: 20 * path.points.count)
      let pattern = lengths.values.prefix(count.map { max(0, $0) } ?? lengths.values.count)
      return try made(path.dashed(phase: phase.value, lengths: Array(pattern)).applying(t.orIdentity))
    }
  }
}
