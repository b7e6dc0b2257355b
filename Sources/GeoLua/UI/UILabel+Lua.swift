public import Geo
public import LuaBridge

extension UILabel {
  static func bind(_ c: LuaBinder<UILabel>) {
    c.summary("A view that shows a text; touches pass it by.")
    c.open(overridable: Overridable.viewNames)
    let charging = ViewCharge(c.machine)
    c.initializer(["frame"]) { (frame: FiniteRect?) in
      try charging.made(UILabel(frame: frame?.value ?? .zero))
    }
    c.text("text", "Its text; nil for none.", \.text, paidBy: \.memory)
    c.property("font", .none, "Its typeface and size; the system's at 17 points at first.", \.font)
    c.property("textColor", .none, "The color of its letters; black at first.", \.textColor)
    c.property("textAlignment", .one, "Where its lines begin, an `NSTextAlignment…`.", \.textAlignment)
    c.property("numberOfLines", .one, "How many lines it has at most; 0 for as many as it takes.") {
      $0.numberOfLines
    } set: {
      $0.numberOfLines = max(0, $1)
    }
  }
}

extension UIFont: LuaObject {
  static func bind(_ c: LuaBinder<UIFont>) {
    c.summary("A typeface at a size.")
    c.classMethod("systemFontOfSize", ["size"], .none, "Returns the system's own typeface.") {
      (size: FontSize) in
      UIFont.systemFont(ofSize: size.value)
    }
    c.classMethod("boldSystemFontOfSize", ["size"], .none, "Returns the system's own typeface in bold.") {
      (size: FontSize) in UIFont.boldSystemFont(ofSize: size.value)
    }
    c.classMethod(
      "fontWithName", ["name", "size"], .none, "Returns a typeface; what draws takes the nearest that it has."
    ) { (name: String, size: FontSize) in UIFont(name: name, size: size.value) }
    c.alias("fontWithName_size", of: "fontWithName")
    c.property("fontName", .none, "What the typeface is called.") { $0.fontName }
    c.property("pointSize", .points, "How large it is.") { $0.pointSize }
    c.operation("__eq") { stack in
      ((try? UIFont.read(stack, 1)) == (try? UIFont.read(stack, 2))).push(stack)
      return 1
    }
  }
}

/// The size of a font: above 0 and finite.
struct FontSize: LuaValue {
  static var luaType: String { "number" }
  let value: Double

  static func read(_ stack: LuaStack, _ index: Int32) throws -> FontSize {
    let value = try Double.read(stack, index)
    guard value > 0, value.isFinite else {
      throw LuaMismatch("size above 0 points expected, got \(value)")
    }
    return FontSize(value: value)
  }

  func push(_ stack: LuaStack) { value.push(stack) }
}
