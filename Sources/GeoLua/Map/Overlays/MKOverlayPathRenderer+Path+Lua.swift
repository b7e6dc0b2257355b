import Geo
import LuaBridge

/// The path and the steps of drawing it, which scripts may override.
extension MKOverlayPathRenderer {
  static func bindPath(_ c: LuaBinder<MKOverlayPathRenderer>) {
    c.property(
      "path", .none,
      "The path to fill and stroke, in the renderer's coordinates; `createPath` makes it at first use."
    ) {
      try $0.madePath()
    } set: { (me: MKOverlayPathRenderer, path: CGPath?) in
      me.path = path
    }
    c.method("createPath", "Sets `path` to the overlay's shape. Made to be overridden.") {
      try $0.createPath()
    }
    c.method("invalidatePath", "Has the path rebuilt when it is next drawn.") { $0.invalidatePath() }
    bindProperties(c)
    bindPainting(c)
  }

  private static func bindProperties(_ c: LuaBinder<MKOverlayPathRenderer>) {
    c.method(
      "applyStrokePropertiesToContext", ["context", "zoomScale"],
      "Sets the stroke color, line width and dashes of a context. Made to be overridden."
    ) { (me: MKOverlayPathRenderer, context: CGContext, scale: Number) in
      try me.applyStrokeProperties(to: context, atZoomScale: scale.value)
    }
    c.alias("applyStrokePropertiesToContext_atZoomScale", of: "applyStrokePropertiesToContext")
    c.method(
      "applyFillPropertiesToContext", ["context", "zoomScale"],
      "Sets the fill color of a context. Made to be overridden."
    ) { (me: MKOverlayPathRenderer, context: CGContext, scale: Number) in
      try me.applyFillProperties(to: context, atZoomScale: scale.value)
    }
    c.alias("applyFillPropertiesToContext_atZoomScale", of: "applyFillPropertiesToContext")
  }

  private static func bindPainting(_ c: LuaBinder<MKOverlayPathRenderer>) {
    c.method(
      "strokePath", ["path", "context"], "Strokes a path with the context's settings. Made to be overridden."
    ) { (me: MKOverlayPathRenderer, path: CGPath, context: CGContext) in
      try me.strokePath(path, in: context)
    }
    c.alias("strokePath_inContext", of: "strokePath")
    c.method(
      "fillPath", ["path", "context"], "Fills a path with the context's settings. Made to be overridden."
    ) { (me: MKOverlayPathRenderer, path: CGPath, context: CGContext) in
      try me.fillPath(path, in: context)
    }
    c.alias("fillPath_inContext", of: "fillPath")
  }
}
