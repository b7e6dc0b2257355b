import Geo
import LuaBridge

/// The path, and the steps in which it is drawn, each of which scripts may override.
extension MKOverlayPathRenderer {
  static func bindPath(_ c: LuaBinder<MKOverlayPathRenderer>) {
    c.property(
      "path", .none,
      "The path that it fills and strokes, in its own coordinates; createPath makes it at first use."
    ) {
      try $0.madePath()
    } set: { (me: MKOverlayPathRenderer, path: CGPath?) in
      me.path = path
    }
    c.method("createPath", "Sets `path` to what the overlay looks like. Made to be overridden.") {
      try $0.createPath()
    }
    c.method("invalidatePath", "Rebuilds the path at the next drawing.") { $0.invalidatePath() }
    bindProperties(c)
    bindPainting(c)
  }

  private static func bindProperties(_ c: LuaBinder<MKOverlayPathRenderer>) {
    c.method(
      "applyStrokePropertiesToContext", ["context", "zoomScale"],
      "Gives a context the color, the width and the dashes of the line. Made to be overridden."
    ) { (me: MKOverlayPathRenderer, context: CGContext, scale: Number) in
      try me.applyStrokeProperties(to: context, atZoomScale: scale.value)
    }
    c.alias("applyStrokePropertiesToContext_atZoomScale", of: "applyStrokePropertiesToContext")
    c.method(
      "applyFillPropertiesToContext", ["context", "zoomScale"],
      "Gives a context the color of the inside. Made to be overridden."
    ) { (me: MKOverlayPathRenderer, context: CGContext, scale: Number) in
      try me.applyFillProperties(to: context, atZoomScale: scale.value)
    }
    c.alias("applyFillPropertiesToContext_atZoomScale", of: "applyFillPropertiesToContext")
  }

  private static func bindPainting(_ c: LuaBinder<MKOverlayPathRenderer>) {
    c.method(
      "strokePath", ["path", "context"], "Strokes a path with what the context has. Made to be overridden."
    ) { (me: MKOverlayPathRenderer, path: CGPath, context: CGContext) in
      try me.strokePath(path, in: context)
    }
    c.alias("strokePath_inContext", of: "strokePath")
    c.method(
      "fillPath", ["path", "context"], "Fills a path with what the context has. Made to be overridden."
    ) { (me: MKOverlayPathRenderer, path: CGPath, context: CGContext) in
      try me.fillPath(path, in: context)
    }
    c.alias("fillPath_inContext", of: "fillPath")
  }
}
