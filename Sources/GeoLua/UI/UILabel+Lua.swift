public import Geo
public import LuaBridge

extension UILabel {
  static func bind(_ c: LuaBinder<UILabel>) {
    c.summary("A view that shows text; it ignores touches.")
    c.open(overridable: Overridable.viewNames)
    let charging = ViewCharge(c.machine)
    c.initializer(["frame"]) { (frame: FiniteRect?) in
      try charging.made(UILabel(frame: frame?.value ?? .zero))
    }
    c.text("text", "The text; nil for none.", get: { $0.text }, set: { $0.text = $1 }, paidBy: \.memory)
    c.property(
      "font", .none, "The font; the system font at 17 points by default.", get: { $0.font },
      set: { $0.font = $1 })
    c.property(
      "textColor", .none, "The text color; black by default.", get: { $0.textColor },
      set: { $0.textColor = $1 })
    c.property(
      "textAlignment", .one, "The text alignment, an `NSTextAlignment…`.", get: { $0.textAlignment },
      set: { $0.textAlignment = $1 })
    c.property("numberOfLines", .one, "The maximum number of lines; 0 for no limit.") {
      $0.numberOfLines
    } set: {
      $0.numberOfLines = max(0, $1)
    }
  }
}

extension UIFont: LuaObject {
  static func bind(_ c: LuaBinder<UIFont>) {
    c.summary("A font: a typeface at a size.")
    c.classMethod("systemFontOfSize", ["size"], .none, "Returns the system font.") {
      (size: FontSize) in
      UIFont.systemFont(ofSize: size.value)
    }
    c.classMethod("boldSystemFontOfSize", ["size"], .none, "Returns the bold system font.") {
      (size: FontSize) in UIFont.boldSystemFont(ofSize: size.value)
    }
    c.classMethod(
      "fontWithName", ["name", "size"], .none,
      "Returns a font by name; drawing uses the closest one available."
    ) { (name: String, size: FontSize) in UIFont(name: name, size: size.value) }
    c.alias("fontWithName_size", of: "fontWithName")
    c.property("fontName", .none, "The name of the typeface.") { $0.fontName }
    c.property("pointSize", .points, "The size in points.") { $0.pointSize }
    c.operation("__eq") { stack in
      (try UIFont.read(stack, 1) == UIFont.read(stack, 2)).push(stack)
      return 1
    }
  }
}

/// A font size: above 0 and finite.
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
