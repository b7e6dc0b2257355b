import Geo
import LuaBridge

/// The fill and stroke colors.
extension CGContext {
  static func declareColors(_ f: LuaForms<CGContext>) {
    for (use, what, paint) in [
      ("Fill", "fill", \CGContext.state.fill), ("Stroke", "stroke", \CGContext.state.stroke),
    ] as [(String, String, ReferenceWritableKeyPath<CGContext, Paint>)] {
      f.member("Set\(use)ColorWithColor", ["color"], "Sets the \(what) color.") {
        (me: CGContext, color: UIColor) in me[keyPath: paint] = .color(color)
      }
      f.member(
        "SetRGB\(use)Color", ["red", "green", "blue", "alpha"],
        "Sets the \(what) color, RGB from 0 to 1."
      ) { (me: CGContext, red: Number, green: Number, blue: Number, alpha: Number?) in
        me[keyPath: paint] = .color(
          UIColor(red: red.value, green: green.value, blue: blue.value, alpha: alpha?.value ?? 1))
      }
      f.member(
        "SetGray\(use)Color", ["gray", "alpha"],
        "Sets the \(what) color to a gray, from 0 (black) to 1 (white)."
      ) {
        (me: CGContext, gray: Number, alpha: Number?) in
        me[keyPath: paint] = .color(UIColor(white: gray.value, alpha: alpha?.value ?? 1))
      }
      f.member(
        "SetCMYK\(use)Color", ["cyan", "magenta", "yellow", "black", "alpha"],
        "Sets the \(what) color, CMYK from 0 to 1."
      ) { (me: CGContext, cyan: Number, magenta: Number, yellow: Number, black: Number, alpha: Number?) in
        me[keyPath: paint] = .color(
          UIColor(
            cyan: cyan.value, magenta: magenta.value, yellow: yellow.value, black: black.value,
            alpha: alpha?.value ?? 1))
      }
      f.member(
        "Set\(use)ColorSpace", ["space"],
        "Sets the \(what) color to black; Set\(use)Color tells color spaces by the number of components."
      ) { (me: CGContext, _: CGColorSpace) in me[keyPath: paint] = .color(.black) }
      f.member(
        "Set\(use)Color", ["components"],
        "Sets the \(what) color: gray, RGB or CMYK from 0 to 1, then alpha, which CMYK requires."
      ) { (me: CGContext, components: Components) in
        guard let color = CGColorSpace.space(of: components.values.count)?.color(components.values) else {
          throw LuaMismatch("1 to 5 components expected, got \(components.values.count)")
        }
        me[keyPath: paint] = .color(color)
      }
    }
  }
}

/// Consecutive color components: numbers other than NaN.
struct Components: LuaValue {
  static var luaType: String { "number[]" }
  let values: [Double]

  static func read(_ stack: LuaStack, _ index: Int32) throws -> Components {
    let values = try [Double].read(stack, index)
    guard let number = values.firstIndex(where: \.isNaN) else { return Components(values: values) }
    throw LuaMismatch("element \(number + 1): number expected, got NaN")
  }

  func push(_ stack: LuaStack) { values.push(stack) }
}
