public import Geo
public import LuaBridge

extension CGContext: LuaObject {
  static func bind(_ c: LuaBinder<CGContext>) {
    c.summary(
      "What a script draws into: a pen with a path in the making, colors and a transform; valid only during the call.")
    declare(LuaForms(c, "CGContext"))
  }

  static func declareFunctions(_ g: LuaScope) {
    declare(LuaForms(g, "CGContext", argument: "context"))
  }

  private static func declare(_ f: LuaForms<CGContext>) {
    f.member("FillEllipseInRect", ["rect"], "Fills the ellipse in a rect.") { (me, rect: CGRect) in
      me.fill(CGPath(ellipseIn: rect))
    }
  }
}
