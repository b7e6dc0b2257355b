public import Geo
public import LuaBridge

extension CGContext: LuaObject {
  static func bind(_ c: LuaBinder<CGContext>) {
    c.summary(
      "A drawing context: current path, colors, line style, transform. Valid only during the call that it is "
        + "passed to; an image context, until the image ends.")
    declare(LuaForms(c, "CGContext"))
  }

  static func declareFunctions(_ g: LuaScope) {
    declare(LuaForms(g, "CGContext", argument: "context"))
    g.constants(CGPathDrawingMode.self, "The way a path is painted.")
    g.constants(CGBlendMode.self, "The way drawing blends with existing content.")
    g.constants(CGTextDrawingMode.self, "The way letters are painted.")
    for (number, name) in ["Default", "None", "Low", "High", "Medium"].enumerated() {
      g.constant(
        "kCGInterpolation\(name)", Double(number), .one, "The smoothing of scaled images.")
    }
    g.constant(
      "kCGGradientDrawsBeforeStartLocation", 1, .one,
      "A gradient continues before its start in its first color.")
    g.constant(
      "kCGGradientDrawsAfterEndLocation", 2, .one, "A gradient continues after its end in its last color.")
  }

  private static func declare(_ f: LuaForms<CGContext>) {
    declarePath(f)
    declareShapes(f)
    declarePathQuestions(f)
    declarePainting(f)
    declareClips(f)
    declarePictures(f)
    declareState(f)
    declarePen(f)
    declareMixing(f)
    declareColors(f)
    declareTransform(f)
    declareText(f)
  }
}
