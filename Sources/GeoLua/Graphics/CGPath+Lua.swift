import Geo
import LuaBridge

extension PathObject {
  static func bind(_ c: LuaBinder<PathObject>) {
    c.alsoReads("UIBezierPath")
    c.summary(
      "A path of lines and curves. Paths from `CGPathCreateMutable…` can be changed; copies made earlier "
        + "keep their shape.")
    declare(LuaForms(c, "CGPath"))
    c.operation("__eq") { stack in
      (try PathObject.read(stack, 1).path == PathObject.read(stack, 2).path).push(stack)
      return 1
    }
  }

  static func declareFunctions(_ g: LuaScope) {
    declareMaking(g)
    declare(LuaForms(g, "CGPath", argument: "path"))
    for (number, name) in [
      "MoveToPoint", "AddLineToPoint", "AddQuadCurveToPoint", "AddCurveToPoint", "CloseSubpath",
    ]
    .enumerated() {
      g.constant("kCGPathElement\(name)", Double(number), .one, "The type of a path element.")
    }
  }

  private static func declare(_ f: LuaForms<PathObject>) {
    declareLines(f)
    declareShapes(f)
    declareQuestions(f)
    declareApply(f)
  }

  private static func declareLines(_ f: LuaForms<PathObject>) {
    let adding = Adding(f)
    f.member("MoveToPoint", ["transform", "x", "y"], "Starts a subpath at the transformed point x, y.") {
      (me: PathObject, t: FiniteTransform?, x: FiniteNumber, y: FiniteNumber) in
      try adding(me, 1) { $0.move(to: t.place(x, y)) }
    }
    f.member("AddLineToPoint", ["transform", "x", "y"], "Adds a line to the transformed point x, y.") {
      (me: PathObject, t: FiniteTransform?, x: FiniteNumber, y: FiniteNumber) in
      try adding(me, 1) { $0.addLine(to: t.place(x, y)) }
    }
    f.member(
      "AddQuadCurveToPoint", ["transform", "cpx", "cpy", "x", "y"],
      "Adds a quadratic curve to x, y with one control point."
    ) {
      (
        me: PathObject, t: FiniteTransform?, cpx: FiniteNumber, cpy: FiniteNumber, x: FiniteNumber,
        y: FiniteNumber
      ) in
      try adding(me, 1) { $0.addQuadCurve(to: t.place(x, y), control: t.place(cpx, cpy)) }
    }
    f.member(
      "AddCurveToPoint", ["transform", "cp1x", "cp1y", "cp2x", "cp2y", "x", "y"],
      "Adds a cubic curve to x, y with two control points."
    ) {
      (
        me: PathObject, t: FiniteTransform?, cp1x: FiniteNumber, cp1y: FiniteNumber, cp2x: FiniteNumber,
        cp2y: FiniteNumber, x: FiniteNumber, y: FiniteNumber
      ) in
      try adding(me, 1) {
        $0.addCurve(to: t.place(x, y), control1: t.place(cp1x, cp1y), control2: t.place(cp2x, cp2y))
      }
    }
    f.member(
      "AddLines", ["transform", "points", "count"],
      "Starts a subpath at the first point with lines to the others; takes points, or x and y alternating."
    ) { (me: PathObject, t: FiniteTransform?, list: PointList, count: Int?) in
      let points = list.first(count)
      try adding(me, points.count) { $0.addLines(points, t.orIdentity) }
    }
    f.member("CloseSubpath", "Closes the subpath with a line to its start.") { me in
      try adding(me, 1) { $0.close() }
    }
  }

  private static func declareShapes(_ f: LuaForms<PathObject>) {
    let adding = Adding(f)
    f.member("AddRect", ["transform", "rect"], "Adds a rect.") {
      (me: PathObject, t: FiniteTransform?, rect: DrawnRect) in
      try adding(me, 5) { $0.add(rect.value, t.orIdentity) }
    }
    f.member("AddRects", ["transform", "rects", "count"], "Adds several rects.") {
      (me: PathObject, t: FiniteTransform?, rects: [DrawnRect], count: Int?) in
      try adding(me, 5 * rects.count) { path in
        for rect in rects.prefix(count.map { max(0, $0) } ?? rects.count) {
          path.add(rect.value, t.orIdentity)
        }
      }
    }
    f.member("AddEllipseInRect", ["transform", "rect"], "Adds the ellipse in a rect.") {
      (me: PathObject, t: FiniteTransform?, rect: FiniteRect) in
      try adding(me, 6) { $0.append(CGPath(ellipseIn: rect.value).applying(t.orIdentity)) }
    }
    f.member(
      "AddRoundedRect", ["transform", "rect", "cornerWidth", "cornerHeight"],
      "Adds a rect with rounded corners."
    ) { (me: PathObject, t: FiniteTransform?, rect: FiniteRect, width: Length, height: Length) in
      var shape = CGPath()
      shape.addRoundedRect(rect.value, cornerWidth: width.value, cornerHeight: height.value)
      try adding(me, 10) { $0.append(shape.applying(t.orIdentity)) }
    }
    declareArcsAndPaths(f)
  }

  private static func declareArcsAndPaths(_ f: LuaForms<PathObject>) {
    let adding = Adding(f)
    f.member(
      "AddArc", ["transform", "x", "y", "radius", "startAngle", "endAngle", "clockwise"],
      "Adds an arc of a circle, as CGContextAddArc does."
    ) {
      (
        me: PathObject, t: FiniteTransform?, x: FiniteNumber, y: FiniteNumber, radius: Length,
        start: FiniteNumber, end: FiniteNumber, clockwise: Flag
      ) in
      try adding(me, 6) {
        $0.addArc(
          center: CGPoint(x: x.value, y: y.value), radius: radius.value, startAngle: start.value,
          endAngle: end.value, clockwise: clockwise.value, t.orIdentity)
      }
    }
    f.member(
      "AddRelativeArc", ["transform", "x", "y", "radius", "startAngle", "delta"],
      "Adds an arc of a circle from `startAngle` that spans `delta` radians."
    ) {
      (
        me: PathObject, t: FiniteTransform?, x: FiniteNumber, y: FiniteNumber, radius: Length,
        start: FiniteNumber, delta: FiniteNumber
      ) in
      var arc = CGPath()
      arc.addArc(
        center: CGPoint(x: x.value, y: y.value), radius: radius.value, from: start.value,
        to: start.value + delta.value)
      try adding(me, 6) { $0.append(arc.applying(t.orIdentity), joined: true) }
    }
    f.member(
      "AddArcToPoint", ["transform", "x1", "y1", "x2", "y2", "radius"],
      "Adds a line and an arc, as CGContextAddArcToPoint does."
    ) {
      (
        me: PathObject, t: FiniteTransform?, x1: FiniteNumber, y1: FiniteNumber, x2: FiniteNumber,
        y2: FiniteNumber, radius: Length
      ) in
      try adding(me, 6) {
        $0.addArc(
          tangent1End: CGPoint(x: x1.value, y: y1.value), tangent2End: CGPoint(x: x2.value, y: y2.value),
          radius: radius.value, t.orIdentity)
      }
    }
    f.member("AddPath", ["transform", "other"], "Adds a path.") {
      (me: PathObject, t: FiniteTransform?, path: CGPath) in
      try adding(me, path.verbs.count) { $0.append(path.applying(t.orIdentity)) }
    }
  }

  private static func declareQuestions(_ f: LuaForms<PathObject>) {
    let work = f.work
    f.member("IsEmpty", .none, "Returns whether the path is empty.") { $0.path.isEmpty }
    f.member("GetCurrentPoint", .none, "Returns the end of the path; (0, 0) if it is empty.") {
      $0.path.currentPoint ?? .zero
    }
    f.member(
      "GetBoundingBox", .none,
      "Returns the smallest rect that encloses its points and control points; the null rect if it is empty."
    ) { me in
      work.spend(points: me.path.points.count)
      return me.path.controlBounds
    }
    f.member(
      "GetPathBoundingBox", .none,
      "Returns the smallest rect that encloses the path's outline; the null rect if it draws nothing."
    ) {
      me in
      work.spend(points: 4 * me.path.points.count)
      return me.path.boundingBox
    }
    f.member(
      "ContainsPoint", ["transform", "point", "eoFill"], .none,
      "Returns whether the path contains the transformed point, by the winding or the even-odd rule."
    ) { (me: PathObject, t: FiniteTransform?, point: FinitePoint, evenOdd: Flag?) in
      work.spend(points: 4 * me.path.points.count)
      return me.path.contains(
        point.value.applying(t.orIdentity), evenOdd?.value == true ? .evenOdd : .winding)
    }
    f.member("EqualToPath", ["other"], .none, "Returns whether two paths have the same elements.") {
      (me: PathObject, other: CGPath) in me.path == other
    }
  }

  private static func declareApply(_ f: LuaForms<PathObject>) {
    let work = f.work
    f.member(
      "Apply", ["info", "applier"],
      "Calls a function with `info` and each element: its `type`, a `kCGPathElement…`, and its `points`."
    ) { (me: PathObject, info: LuaAny, applier: LuaFunction) in
      work.spend(points: me.path.points.count)
      var rest = me.path.points[...]
      for verb in me.path.verbs {
        let element = PathElement(verb, &rest)
        try applier.call(info, element)
      }
    }
    f.member("Retain", .none, "Returns the path; memory is managed automatically.") { $0 }
    f.member("Release", "Does nothing: memory is managed automatically.") { _ in }
  }
}

/// Adds elements to a mutable path.
private struct Adding {
  private let work: DrawingWork
  private unowned let machine: LuaMachine

  init(_ f: LuaForms<PathObject>) {
    work = f.work
    machine = f.machine
  }

  func callAsFunction(_ object: PathObject, _ count: Int, _ body: (inout CGPath) -> Void) throws {
    try object.change(adding: count, work, machine, body)
  }
}

extension FiniteTransform? {
  var orIdentity: CGAffineTransform { self?.value ?? .identity }

  fileprivate func place(_ x: FiniteNumber, _ y: FiniteNumber) -> CGPoint {
    CGPoint(x: x.value, y: y.value).applying(orIdentity)
  }
}

/// One path element as scripts see it.
private struct PathElement: LuaValue {
  static var luaType: String { "table" }
  private let type: Int
  private let points: [CGPoint]

  init(_ verb: CGPath.Verb, _ rest: inout ArraySlice<CGPoint>) {
    let count: Int
    switch verb {
    case .move: (type, count) = (0, 1)
    case .line: (type, count) = (1, 1)
    case .curve: (type, count) = (3, 3)
    case .close: (type, count) = (4, 0)
    }
    points = Array(rest.prefix(count))
    rest = rest.dropFirst(count)
  }

  static func read(_ stack: LuaStack, _ index: Int32) throws -> PathElement {
    throw LuaMismatch(expected: "nothing", stack, index)
  }

  func push(_ stack: LuaStack) { LuaTable.push(stack, [("type", type), ("points", points)]) }
}
