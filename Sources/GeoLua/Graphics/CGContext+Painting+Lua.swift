import Geo
import LuaBridge

/// Filling, stroking, clipping, and images.
extension CGContext {
  /// The distance by which a line extends beyond the path, on the canvas.
  fileprivate var reach: Double { state.pen.width * max(1, state.pen.miterLimit / 4) * state.transform.scale }

  static func declarePainting(_ f: LuaForms<CGContext>) {
    let work = f.work
    f.member("FillPath", "Fills the path, by the winding rule.") { me in
      try work.spend(me.path, in: me)
      me.fillPath()
    }
    f.member("EOFillPath", named: "eoFillPath", "Fills the path, by the even-odd rule.") { me in
      try work.spend(me.path, in: me)
      me.fillPath(.evenOdd)
    }
    f.member("StrokePath", "Strokes the path.") { me in
      try work.spend(me.path, in: me, margin: me.reach)
      me.strokePath()
    }
    f.member("DrawPath", ["mode"], "Fills or strokes the path, or both, according to a `kCGPath…`.") {
      (me: CGContext, mode: Constant<CGPathDrawingMode>) in
      try work.spend(me.path, in: me, margin: me.reach)
      me.drawPath(mode.value)
    }
    declareRectsAndSegments(f)
  }

  private static func declareRectsAndSegments(_ f: LuaForms<CGContext>) {
    let work = f.work
    for (shape, what, make) in [
      ("Rect", "a rect", { CGPath($0) }),
      ("EllipseInRect", "the ellipse in a rect", { CGPath(ellipseIn: $0) }),
    ] as [(String, String, (CGRect) -> CGPath)] {
      let isRect = shape == "Rect"
      f.member("Fill\(shape)", ["rect"], "Fills \(what); the current path stays.") {
        (me: CGContext, rect: DrawnRect) in
        guard !rect.value.isNull else { return }
        work.spend(own: rect.value, in: me)
        if isRect { me.fill(rect.value) } else { me.fill(make(rect.value)) }
      }
      f.member("Stroke\(shape)", ["rect"], "Strokes \(what); the current path stays.") {
        (me: CGContext, rect: DrawnRect) in
        guard !rect.value.isNull else { return }
        work.spend(own: rect.value.insetBy(dx: -me.state.pen.width, dy: -me.state.pen.width), in: me)
        me.stroke(make(rect.value))
      }
    }
    f.member("StrokeRectWithWidth", ["rect", "width"], "Strokes a rect with a line width.") {
      (me: CGContext, rect: DrawnRect, width: Length) in
      guard !rect.value.isNull else { return }
      work.spend(own: rect.value.insetBy(dx: -width.value, dy: -width.value), in: me)
      let before = me.state.pen.width
      me.state.pen.width = width.value
      defer { me.state.pen.width = before }
      me.stroke(CGPath(rect.value))
    }
    f.member("FillRects", ["rects", "count"], "Fills several rects at once.") {
      (me: CGContext, rects: [DrawnRect], count: Int?) in
      var path = CGPath()
      for rect in rects.prefix(count.map { max(0, $0) } ?? rects.count) {
        path.add(rect.value, me.state.transform)
      }
      try work.spend(path, in: me)
      me.canvas.fill(path, rule: .winding, with: me.state.fill, me.state.blending)
    }
    f.member("ClearRect", ["rect"], "Erases everything painted in a rect.") {
      (me: CGContext, rect: DrawnRect) in
      guard !rect.value.isNull else { return }
      work.spend(own: rect.value, in: me)
      me.clear(rect.value)
    }
    f.member(
      "StrokeLineSegments", ["points", "count"],
      "Draws a line from the first point to the second, from the third to the fourth, and so on."
    ) { (me: CGContext, list: PointList, count: Int?) in
      let points = list.first(count)
      try work.requireRoom(for: points.count, in: CGPath())
      var path = CGPath()
      path.reserve(points.count)
      for index in stride(from: 0, to: points.count - 1, by: 2) {
        path.move(to: points[index])
        path.addLine(to: points[index + 1])
      }
      try work.spend(path.applying(me.state.transform), in: me, margin: me.reach)
      me.stroke(path)
    }
  }

  static func declareClips(_ f: LuaForms<CGContext>) {
    let work = f.work
    f.member("Clip", "Clips further drawing to the path, by the winding rule.") { me in
      try work.clip(to: me.path, in: me)
      me.clip()
    }
    f.member("EOClip", named: "eoClip", "Clips further drawing to the path, by the even-odd rule.") { me in
      try work.clip(to: me.path, in: me)
      me.clip(.evenOdd)
    }
    f.member("ClipToRect", ["rect"], "Clips further drawing to a rect.") {
      (me: CGContext, rect: DrawnRect) in
      me.beginPath()
      me.addRect(rect.value)
      try work.clip(to: me.path, in: me)
      me.clip()
    }
    f.member("ClipToRects", ["rects", "count"], "Clips further drawing to several rects.") {
      (me: CGContext, rects: [DrawnRect], count: Int?) in
      me.beginPath()
      for rect in rects.prefix(count.map { max(0, $0) } ?? rects.count) { me.addRect(rect.value) }
      try work.clip(to: me.path, in: me)
      me.clip()
    }
    f.member("GetClipBoundingBox", .none, "Returns the smallest rect that encloses the clipping area.") {
      $0.boundingBoxOfClipPath
    }
  }

  static func declarePictures(_ f: LuaForms<CGContext>) {
    let work = f.work
    f.member(
      "DrawLinearGradient", ["gradient", "startPoint", "endPoint", "options"],
      "Paints a gradient over the clipping area; `options` is 0 or a sum of `kCGGradientDraws…`."
    ) { (me: CGContext, gradient: CGGradient, start: FinitePoint, end: FinitePoint, options: Int?) in
      work.spendAll(in: me, times: 2)
      me.draw(
        gradient, .linear(from: start.value, to: end.value),
        options: CGGradientDrawingOptions(rawValue: options ?? 0))
    }
    f.member(
      "DrawRadialGradient",
      ["gradient", "startCenter", "startRadius", "endCenter", "endRadius", "options"],
      "Paints a gradient from one circle to another over the clipping area."
    ) {
      (
        me: CGContext, gradient: CGGradient, start: FinitePoint, startRadius: Length, end: FinitePoint,
        endRadius: Length, options: Int?
      ) in
      work.spendAll(in: me, times: 4)
      me.draw(
        gradient,
        .radial(
          from: start.value, startRadius: startRadius.value, to: end.value, endRadius: endRadius.value),
        options: CGGradientDrawingOptions(rawValue: options ?? 0))
    }
    f.member(
      "DrawImage", ["rect", "image"],
      "Draws an image into a rect, upright: y grows downward here, so you need not flip it."
    ) { (me: CGContext, rect: DrawnRect, image: UIImage) in
      guard !rect.value.isNull else { return }
      work.spend(image, own: rect.value, in: me)
      try me.draw(image, in: rect.value)
    }
    f.member(
      "BeginTransparencyLayer", ["info"],
      "Starts a layer: it is drawn as one image with the current alpha, blend mode and shadow."
    ) { (me: CGContext, _: LuaAny) in
      work.spendAll(in: me, times: 2)
      try me.beginTransparencyLayer()
    }
    f.member("EndTransparencyLayer", "Draws the layer.") { me in
      work.spendAll(in: me, times: 2)
      me.endTransparencyLayer()
    }
  }
}
