public import Geo
public import LuaBridge

extension UIColor: LuaObject {
  /// A color, or a text such as `"#00ffff33"`.
  public static func read(_ stack: LuaStack, _ index: Int32) throws -> UIColor {
    if LuaKind(stack, index) == .string {
      let text = try String.read(stack, index)
      guard let color = UIColor(hex: text) else { throw LuaMismatch(flaw(of: text)) }
      return color
    }
    return try readObject(stack, index)
  }

  /// What is wrong with a text that is no color.
  static func flaw(of text: String) -> String {
    "\"\(text)\" is not a color: write \"#rrggbb\" or \"#rrggbbaa\""
  }

  static func bind(_ c: LuaBinder<UIColor>) {
    c.alsoReads("string")
    c.summary(
      "A color with an alpha. A string such as `\"#rrggbbaa\"` can be used instead."
    )
    c.initializer(["red", "green", "blue", "alpha"]) {
      (red: Number, green: Number, blue: Number, alpha: Number?) in
      UIColor(red: red.value, green: green.value, blue: blue.value, alpha: alpha?.value ?? 1)
    }
    for (name, color) in UIColor.named + UIColor.system {
      c.classMethod("\(name)Color", .none, "Returns \(color).") { color }
    }
    c.classMethod(
      "colorWithRed", ["red", "green", "blue", "alpha"], .none,
      "Returns a color from RGBA components, each 0 to 1."
    ) { (red: Number, green: Number, blue: Number, alpha: Number?) in
      UIColor(red: red.value, green: green.value, blue: blue.value, alpha: alpha?.value ?? 1)
    }
    c.alias("colorWithRed_green_blue_alpha", of: "colorWithRed")
    c.classMethod(
      "colorWithWhite", ["white", "alpha"], .none, "Returns a gray, from 0 (black) to 1 (white)."
    ) {
      (white: Number, alpha: Number?) in UIColor(white: white.value, alpha: alpha?.value ?? 1)
    }
    c.alias("colorWithWhite_alpha", of: "colorWithWhite")
    c.classMethod(
      "colorWithHue", ["hue", "saturation", "brightness", "alpha"], .none,
      "Returns a color from HSB components; the hue runs once around the color wheel from 0 to 1."
    ) { (hue: FiniteNumber, saturation: Number, brightness: Number, alpha: Number?) in
      UIColor(
        hue: hue.value, saturation: saturation.value, brightness: brightness.value, alpha: alpha?.value ?? 1)
    }
    c.alias("colorWithHue_saturation_brightness_alpha", of: "colorWithHue")
    c.method("colorWithAlphaComponent", ["alpha"], .none, "Returns the same color with another alpha.") {
      (me: UIColor, alpha: Number) in me.withAlphaComponent(alpha.value)
    }
    for (name, sets, what) in [
      ("set", [\CGContext.state.fill, \CGContext.state.stroke], "fill and stroke"),
      ("setFill", [\CGContext.state.fill], "fill"), ("setStroke", [\CGContext.state.stroke], "stroke"),
    ] {
      c.method(name, "Makes it the \(what) color of the current context.") {
        [unowned machine = c.machine] me in
        let context = try CurrentContext.required(machine)
        for paint in sets { context[keyPath: paint] = .color(me) }
      }
    }
    c.property("red", .one, "The red component, 0 to 1.") { $0.red }
    c.property("green", .one, "The green component, 0 to 1.") { $0.green }
    c.property("blue", .one, "The blue component, 0 to 1.") { $0.blue }
    c.property("alpha", .one, "The alpha, from 0 (transparent) to 1 (opaque).") { $0.alpha }
    c.property("CGColor", .none, "The color itself: Core Graphics and UIKit share one class here.") { $0 }
    c.operation("__eq") { stack in
      (try UIColor.read(stack, 1) == UIColor.read(stack, 2)).push(stack)
      return 1
    }
    c.operation("__tostring") { stack in
      try UIColor.read(stack, 1).description.push(stack)
      return 1
    }
  }
}

/// A finite number.
struct FiniteNumber: LuaValue {
  static var luaType: String { "number" }
  let value: Double

  static func read(_ stack: LuaStack, _ index: Int32) throws -> FiniteNumber {
    let value = try Double.read(stack, index)
    guard value.isFinite else { throw LuaMismatch("finite number expected, got \(value)") }
    return FiniteNumber(value: value)
  }

  func push(_ stack: LuaStack) { value.push(stack) }
}
