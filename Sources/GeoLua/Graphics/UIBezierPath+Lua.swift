public import Geo
public import LuaBridge

extension UIBezierPath: LuaObject {
  static func bind(_ c: LuaBinder<UIBezierPath>) {
    c.summary("A path with its line style. `fill`, `stroke` and `addClip` use the current context.")
    c.initializer { UIBezierPath() }
    bindMaking(c)
    bindLines(c)
    bindPen(c)
    bindDrawing(c)
  }

  private static func bindMaking(_ c: LuaBinder<UIBezierPath>) {
    c.classMethod("bezierPath", .none, "Returns an empty path.") { UIBezierPath() }
    c.classMethod("bezierPathWithRect", ["rect"], .none, "Returns a rect as a path.") { (rect: FiniteRect) in
      UIBezierPath(cgPath: CGPath(rect.value))
    }
    c.classMethod("bezierPathWithOvalInRect", ["rect"], .none, "Returns the ellipse in a rect as a path.") {
      (rect: FiniteRect) in UIBezierPath(cgPath: CGPath(ellipseIn: rect.value))
    }
    c.classMethod(
      "bezierPathWithRoundedRect", ["rect", "cornerRadius"], .none,
      "Returns a rect with rounded corners as a path."
    ) { (rect: FiniteRect, radius: Length) in
      var path = CGPath()
      path.addRoundedRect(rect.value, radius: radius.value)
      return UIBezierPath(cgPath: path)
    }
    c.alias("bezierPathWithRoundedRect_cornerRadius", of: "bezierPathWithRoundedRect")
    c.classMethod(
      "bezierPathWithArcCenter", ["center", "radius", "startAngle", "endAngle", "clockwise"], .none,
      "Returns an arc of a circle as a path. `clockwise` is as seen on the screen, unlike in CGContextAddArc."
    ) { (center: FinitePoint, radius: Length, start: FiniteNumber, end: FiniteNumber, clockwise: Flag) in
      let path = UIBezierPath()
      path.addArc(
        center: center.value, radius: radius.value, startAngle: start.value, endAngle: end.value,
        clockwise: clockwise.value)
      return path
    }
    c.alias("bezierPathWithArcCenter_radius_startAngle_endAngle_clockwise", of: "bezierPathWithArcCenter")
    c.classMethod("bezierPathWithCGPath", ["path"], .none, "Returns a copy of a CGPath with a line style.") {
      (path: CGPath) in UIBezierPath(cgPath: path)
    }
  }

  private static func bindLines(_ c: LuaBinder<UIBezierPath>) {
    let adding = Adding(c.machine)
    c.method("moveToPoint", ["point"], "Starts a subpath at a point.") {
      (me: UIBezierPath, point: FinitePoint) in
      try adding(me, 1) { $0.move(to: point.value) }
    }
    c.method("addLineToPoint", ["point"], "Adds a line to a point.") {
      (me: UIBezierPath, point: FinitePoint) in
      try adding(me, 1) { $0.addLine(to: point.value) }
    }
    c.method(
      "addLines", ["points"],
      "Starts a subpath through many points, or x and y alternating. A geoscript extension."
    ) {
      (me: UIBezierPath, list: PointList) in
      try adding(me, list.points.count) { $0.addLines(list.points) }
    }
    c.method(
      "addCurveToPoint", ["endPoint", "controlPoint1", "controlPoint2"],
      "Adds a cubic curve with two control points."
    ) { (me: UIBezierPath, end: FinitePoint, control1: FinitePoint, control2: FinitePoint) in
      try adding(me, 1) {
        $0.addCurve(to: end.value, control1: control1.value, control2: control2.value)
      }
    }
    c.alias("addCurveToPoint_controlPoint1_controlPoint2", of: "addCurveToPoint")
    c.method(
      "addQuadCurveToPoint", ["endPoint", "controlPoint"], "Adds a quadratic curve with one control point."
    ) {
      (me: UIBezierPath, end: FinitePoint, control: FinitePoint) in
      try adding(me, 1) { $0.addQuadCurve(to: end.value, control: control.value) }
    }
    c.alias("addQuadCurveToPoint_controlPoint", of: "addQuadCurveToPoint")
    bindArcsAndPaths(c)
  }

  private static func bindArcsAndPaths(_ c: LuaBinder<UIBezierPath>) {
    let adding = Adding(c.machine)
    c.method(
      "addArcWithCenter", ["center", "radius", "startAngle", "endAngle", "clockwise"],
      "Adds an arc of a circle; `clockwise` is as seen on the screen."
    ) {
      (
        me: UIBezierPath, center: FinitePoint, radius: Length, start: FiniteNumber, end: FiniteNumber,
        clockwise: Flag
      ) in
      try adding(me, 6) {
        $0.addArc(
          center: center.value, radius: radius.value, startAngle: start.value, endAngle: end.value,
          clockwise: !clockwise.value)
      }
    }
    c.alias("addArcWithCenter_radius_startAngle_endAngle_clockwise", of: "addArcWithCenter")
    c.method("closePath", "Closes the subpath with a line to its start.") {
      try adding($0, 1) { $0.close() }
    }
    c.method("appendPath", ["path"], "Adds a path.") { (me: UIBezierPath, path: CGPath) in
      try adding(me, path.verbs.count) { $0.append(path) }
    }
    c.method("removeAllPoints", "Removes everything from the path.") { me in
      me.cgPath.removeAll()
      me.memory = nil
    }
    c.method("applyTransform", ["transform"], "Applies a transform to all its points.") {
      (me: UIBezierPath, transform: FiniteTransform) in
      DrawingWork(adding.machine).spend(points: me.cgPath.points.count)
      me.cgPath = me.cgPath.applying(transform.value)
    }
  }

  private static func bindPen(_ c: LuaBinder<UIBezierPath>) {
    let adding = Adding(c.machine)
    c.property("CGPath", .none, "The path without its line style.") {
      $0.cgPath
    } set: { (me: UIBezierPath, path: CGPath) in
      try adding(me, path.verbs.count) { $0 = path }
    }
    for (name, number, summary) in [
      ("lineWidth", \UIBezierPath.pen.width, "The line width; 1 by default."),
      (
        "miterLimit", \UIBezierPath.pen.miterLimit,
        "The miter limit, in line widths; 10 by default."
      ),
    ] {
      c.property(name, name == "lineWidth" ? .points : .one, summary) {
        Length(value: $0[keyPath: number])
      } set: { (me: UIBezierPath, value: Length) in
        me[keyPath: number] = value.value
      }
    }
    c.property("lineCapStyle", .one, "The shape of line ends, a `kCGLineCap…`.") {
      Constant(value: $0.pen.cap)
    } set: { (me: UIBezierPath, cap: Constant<CGLineCap>) in
      me.pen.cap = cap.value
    }
    c.property("lineJoinStyle", .one, "The shape of line corners, a `kCGLineJoin…`.") {
      Constant(value: $0.pen.join)
    } set: { (me: UIBezierPath, join: Constant<CGLineJoin>) in
      me.pen.join = join.value
    }
    c.property(
      "usesEvenOddFillRule", .none, "Whether the even-odd rule applies.", get: { $0.usesEvenOddFillRule },
      set: { $0.usesEvenOddFillRule = $1 })
    c.method(
      "setLineDash", ["pattern", "count", "phase"],
      "Sets the lengths of dashes and gaps; nil for a solid line."
    ) {
      (me: UIBezierPath, lengths: DashLengths?, count: Int?, phase: FiniteNumber?) in
      let all = lengths?.values ?? []
      me.pen.dashes = Array(all.prefix(count.map { max(0, $0) } ?? all.count))
      me.pen.dashPhase = phase?.value ?? 0
    }
    c.alias("setLineDash_count_phase", of: "setLineDash")
    c.property("empty", .none, "Whether the path is empty.") { $0.cgPath.isEmpty }
    c.property("currentPoint", .none, "The end of the path; (0, 0) if it is empty.") {
      $0.cgPath.currentPoint ?? .zero
    }
    c.property(
      "bounds", .none,
      "The smallest rect that encloses its points and control points; the null rect if it is empty."
    ) {
      $0.cgPath.controlBounds
    }
    c.method("containsPoint", ["point"], .none, "Returns whether the path encloses a point.") {
      (me: UIBezierPath, point: FinitePoint) in
      DrawingWork(adding.machine).spend(points: 4 * me.cgPath.points.count)
      return me.contains(point.value)
    }
  }

  private static func bindDrawing(_ c: LuaBinder<UIBezierPath>) {
    let adding = Adding(c.machine)
    c.method("fill", "Fills the path in the current context.") { me in
      try adding.draw(me) { me.fill(in: $0) }
    }
    c.method("stroke", "Strokes the path in the current context with its line style.") { me in
      try adding.draw(me, asLine: true) { me.stroke(in: $0) }
    }
    for (name, isLine, draws) in [
      ("fill", false, { $0.fill(in: $1) }), ("stroke", true, { $0.stroke(in: $1) }),
    ] as [(String, Bool, (UIBezierPath, CGContext) -> Void)] {
      c.method(
        "\(name)WithBlendMode", ["blendMode", "alpha"],
        "As `\(name)`, with a blend mode `kCGBlendMode…` and an alpha."
      ) {
        (me: UIBezierPath, mode: Constant<CGBlendMode>, alpha: Number) in
        try adding.draw(me, asLine: isLine) { $0.blending(mode.value, alpha.value) { draws(me, $0) } }
      }
      c.alias("\(name)WithBlendMode_alpha", of: "\(name)WithBlendMode")
    }
    c.method("addClip", "Clips further drawing in the current context to the path.") { me in
      try adding.clip(to: me)
    }
  }
}

/// Adds elements to a path, and draws it.
private struct Adding {
  unowned let machine: LuaMachine

  init(_ machine: LuaMachine) { self.machine = machine }

  func callAsFunction(_ object: UIBezierPath, _ count: Int, _ body: (inout CGPath) -> Void) throws {
    try DrawingWork(machine).requireRoom(for: count, in: object.cgPath)
    body(&object.cgPath)
    let bytes = object.cgPath.verbs.count + 16 * object.cgPath.points.count
    let charge = object.memory as? PathMemory
    guard bytes > 2 * (charge?.bytes ?? 512) else { return }
    object.memory = PathMemory(bytes, try RunningScript.current(machine).chargeHost(bytes))
  }

  func draw(_ path: UIBezierPath, asLine: Bool = false, _ body: (CGContext) -> Void) throws {
    let context = try CurrentContext.required(machine)
    let reach = path.pen.width * max(1, path.pen.miterLimit / 4) * context.state.transform.scale
    try DrawingWork(machine).spend(
      path.cgPath.applying(context.state.transform), in: context, margin: asLine ? reach : nil)
    body(context)
  }

  func clip(to path: UIBezierPath) throws {
    let context = try CurrentContext.required(machine)
    try DrawingWork(machine).clip(to: path.cgPath.applying(context.state.transform), in: context)
    path.addClip(to: context)
  }
}

/// The memory charged for a path.
private final class PathMemory {
  let bytes: Int
  private let memory: HostMemory

  init(_ bytes: Int, _ memory: HostMemory) {
    self.bytes = bytes
    self.memory = memory
  }
}

extension CGContext {
  /// Runs `body` with another blend mode, and with `alpha` multiplied into the current alpha.
  func blending(_ mode: CGBlendMode, _ alpha: Double, _ body: (CGContext) throws -> Void) rethrows {
    let before = state.blending
    state.blending.mode = mode
    state.blending.alpha *= min(max(alpha, 0), 1)
    defer { state.blending = before }
    try body(self)
  }
}
