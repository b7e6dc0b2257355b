import Geo
import LuaBridge

/// Texts on a base line.
extension CGContext {
  static func declareText(_ f: LuaForms<CGContext>) {
    let work = f.work
    f.member(
      "SelectFont", ["name", "size", "encoding"],
      "Sets the typeface and its size; any encoding serves, for texts are UTF-8."
    ) { (me: CGContext, name: String, size: FontSize, _: Int?) in
      me.state.font = UIFont(name: name, size: size.value)
    }
    f.member("SetFontSize", ["size"], "Sets how large letters are.") { (me: CGContext, size: FontSize) in
      me.state.font = UIFont(name: me.state.font.fontName, size: size.value)
    }
    f.member("SetTextDrawingMode", ["mode"], "Sets whether letters are filled or outlined, a `kCGText…`.") {
      (me: CGContext, mode: Constant<CGTextDrawingMode>) in me.state.textMode = mode.value
    }
    f.member("SetTextPosition", ["x", "y"], "Sets where the base line of the next text begins.") {
      (me: CGContext, x: FiniteNumber, y: FiniteNumber) in
      me.textPosition = CGPoint(x: x.value, y: y.value)
    }
    f.member("GetTextPosition", .none, "Returns where the base line of the next text begins.") {
      $0.textPosition
    }
    f.member("ShowText", ["text", "length"], "Writes a text where the one before it ended, upright.") {
      (me: CGContext, text: String, _: Int?) in
      try work.spend(text: text)
      me.show(text)
    }
    f.member(
      "ShowTextAtPoint", ["x", "y", "text", "length"],
      "Writes a text whose base line begins at x, y, upright."
    ) { (me: CGContext, x: FiniteNumber, y: FiniteNumber, text: String, _: Int?) in
      try work.spend(text: text)
      me.textPosition = CGPoint(x: x.value, y: y.value)
      me.show(text)
    }
  }
}
