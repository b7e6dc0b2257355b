import Geo
import LuaBridge

/// Text on a baseline.
extension CGContext {
  static func declareText(_ f: LuaForms<CGContext>) {
    let work = f.work
    f.member(
      "SelectFont", ["name", "size", "encoding"],
      "Sets the font and its size; the encoding is ignored, because text is UTF-8."
    ) { (me: CGContext, name: String, size: FontSize, _: Int?) in
      me.state.font = UIFont(name: name, size: size.value)
    }
    f.member("SetFontSize", ["size"], "Sets the font size.") { (me: CGContext, size: FontSize) in
      me.state.font = UIFont(name: me.state.font.fontName, size: size.value)
    }
    f.member("SetTextDrawingMode", ["mode"], "Sets whether letters are filled or outlined, a `kCGText…`.") {
      (me: CGContext, mode: Constant<CGTextDrawingMode>) in me.state.textMode = mode.value
    }
    f.member("SetTextPosition", ["x", "y"], "Sets the start of the next text's baseline.") {
      (me: CGContext, x: FiniteNumber, y: FiniteNumber) in
      me.textPosition = CGPoint(x: x.value, y: y.value)
    }
    f.member("GetTextPosition", .none, "Returns the start of the next text's baseline.") {
      $0.textPosition
    }
    f.member("ShowText", ["text", "length"], "Draws a text at the end of the previous one, upright.") {
      (me: CGContext, text: String, _: Int?) in
      try work.spend(text: text)
      me.show(text)
    }
    f.member(
      "ShowTextAtPoint", ["x", "y", "text", "length"],
      "Draws a text whose baseline starts at x, y, upright."
    ) { (me: CGContext, x: FiniteNumber, y: FiniteNumber, text: String, _: Int?) in
      try work.spend(text: text)
      me.textPosition = CGPoint(x: x.value, y: y.value)
      me.show(text)
    }
  }
}
